import { defineArg, type Ctx } from './command.ts'

/**
 * An argument that is typed. `what` says in the palette what is expected; `isFit` whether a trimmed text is taken, which
 * an empty one never is.
 */
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

/** Why something is done, for the audit. */
export const reasonArg = (prompt: string | ((c: Ctx) => string)) => textArg('reason', prompt, 'a reason')
