// The interface is in English; French has its label and no more (docs/design/specification.md#scope).
export const LANGUAGES = { en: { language: 'English' }, fr: { language: 'Français' } } as const
export type Language = keyof typeof LANGUAGES

const KEY = 'docket.language'

export const language = {
  get: (): Language => (localStorage.getItem(KEY) === 'fr' ? 'fr' : 'en'),
  set: (next: Language): void => localStorage.setItem(KEY, next),
}
