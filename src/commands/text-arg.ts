import { defineArg, type Ctx } from './command.ts'

/** A text argument. `what` is the palette's prompt; `isFit` validates a trimmed text, which is never empty. */
export const textArg = <const Name extends string>(
  name: Name,
  prompt: string | ((c: Ctx) => string),
  what: string,
  isFit: (text: string) => boolean = () => true,
) =>
  defineArg<Name, string>({
    name,
    type: 'text',
    prompt: typeof prompt === 'string' ? () => prompt : prompt,
    source: () => [],
    typed: () => what,
    create: (_, query) => {
      const value = query.trim()
      return value !== '' && isFit(value) ? { id: 'typed', value, title: value } : null
    },
  })

/** The reason, for the audit. */
export const reasonArg = (prompt: string | ((c: Ctx) => string)) => textArg('reason', prompt, 'a reason')
