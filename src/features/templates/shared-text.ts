/**
 * One person's words for the notes of several alerts: the slots of all notes, each asked for once, and the words put into
 * each note where its slot stands. Pure.
 */
import type { Filled, NoteAbout } from '#src/features/templates/claims/connect-claims.ts'
import { VARIABLES } from './render.ts'

/** Words by `slotKey`. */
export type Answers = Readonly<Record<string, string>>

/** The prompt for facts that the templates omit, asked once: each note names them. */
const EXPLAINS = 'what explains what the rule found'

/** The placeholder for text that is not written yet, after the name of each of several slots. */
const HERE = 'your words'

/** The name under which a slot is answered: the value that one alert lacks is asked for by the alert. */
function slotKey(prompt: string, { asks = [] }: Filled, { variables }: NoteAbout): string {
  if (asks.includes(prompt)) return EXPLAINS
  return Object.hasOwn(VARIABLES, prompt) ? `${prompt} of alert ${variables['alert.id'] ?? ''}` : prompt
}

/** A reason for one alert, against its facts or for its outstanding steps, is not given for several. */
const isOfOne = ({ asksSteps, isOverride }: Filled): boolean => asksSteps === true || isOverride === true

/** The names of the slots of several notes; null where a note asks for a reason of its own, or none asks for words. */
export function sharedKeys(notes: readonly { filled: Filled; about: NoteAbout }[]): readonly string[] | null {
  if (notes.some(({ filled }) => isOfOne(filled) || filled.against !== null)) return null
  const keys = notes.flatMap(({ filled, about }) => filled.slots.map(({ prompt }) => slotKey(prompt, filled, about)))
  return keys.length > 0 ? [...new Set(keys)] : null
}

/** The field in which the words are written: the one slot, or a line for each. */
export function sharedField(keys: readonly string[]): Pick<Filled, 'text' | 'slots'> {
  const [only, another] = keys
  const prompt = another === undefined ? (only ?? '') : HERE
  let text = ''
  const slots = keys.map((key) => {
    text += another === undefined ? '' : `${text && '\n'}${key}: `
    const start = text.length
    text += `[${prompt}]`
    return { prompt, start, end: text.length }
  })
  return { text, slots }
}

/** The words of the field by slot; a slot whose name was deleted has none. */
export function readAnswers(keys: readonly string[], text: string): Answers {
  const [only, another] = keys
  if (only === undefined) return {}
  if (another === undefined) return { [only]: text.trim() }
  const places = keys.flatMap((key) => {
    const at = `\n${text}`.indexOf(`\n${key}:`)
    return at < 0 ? [] : [{ key, at, from: at + key.length + 1 }]
  })
  return Object.fromEntries(
    places.map(({ key, from }) => {
      const end = Math.min(text.length, ...places.flatMap(({ at }) => (at > from ? [at] : [])))
      return [key, text.slice(from, end).trim()]
    }),
  )
}

/** The analyst's part of one note, with the words where its slots stand; null where some are missing. */
export function answerSlots(filled: Filled, answers: Answers, about: NoteAbout): string | null {
  if (isOfOne(filled)) return null
  const { text, slots } = filled
  let made = ''
  let last = 0
  for (const { prompt, start, end } of slots) {
    const words = answers[slotKey(prompt, filled, about)]
    if (!words) return null
    made += text.slice(last, start) + words
    last = end
  }
  // two questions on one alert have one answer
  return [...new Set((made + text.slice(last)).split('\n\n'))].join('\n\n').trim()
}
