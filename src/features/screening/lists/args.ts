/** The arguments that commands of the screening lists ask for. */
import { defineArg, type Ctx } from '#src/commands/command.ts'
import { textArg } from '#src/commands/text-arg.ts'
import type { KIND_LABELS } from './labels.ts'

type Kind = keyof typeof KIND_LABELS

export const optional = <const Name extends string>(
  name: Name,
  prompt: string,
  what: string,
  isFit: (value: string) => boolean,
) => ({ ...textArg(name, prompt, what, isFit), optional: true })

export const kindArg = (source: (c: Ctx) => readonly { id: Kind; value: Kind; title: string; detail?: string }[]) =>
  defineArg<'kind', Kind>({ name: 'kind', type: 'choice', prompt: () => 'Of which entries', source })
