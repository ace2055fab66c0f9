/** Deciding the current alert by a digit, in any queue: by a macro, another template, or a written note. */
import { CLOSING_USES, type AlertKind, type ClosingUse } from '#contract/model/templates/template.ts'
import {
  defineArg,
  defineCommand,
  emptyPlan,
  type Command,
  type CommandId,
  type Ctx,
  type Effect,
  type Option,
  type Plan,
  type Reads,
} from '#src/commands/command.ts'
import { all, flag, inView, type View } from '#src/commands/dispatcher/when.ts'
import { openNote, caseWithoutText } from '#src/features/cases/public.ts'
import { closingNotes, typedDisposition, type NoteAbout } from '#src/features/templates/public.ts'
import type { Triage } from '#src/features/triage/triage.ts'
import { againOf, commandOf, provenStrip, type StripMacro } from './strip.ts'

/** The action, with its note. */
type Decision = Pick<StripMacro, 'act' | 'note'>

interface MacroPorts {
  triage: Pick<Triage<unknown>, 'isReadable'>
  view: View
  /** The kind of the queue's alerts. */
  kind: AlertKind
  /** The ids of the commands; never reused. */
  ids: Readonly<Record<'macro' | 'more' | 'edit', CommandId>>
  strip(): readonly StripMacro[]
  /** The alert to close; null without one. */
  alert(): { ruleType?: string | undefined } | null
  /** The subject of a note: variables, and "Limit on PX1". Null without a current alert. */
  about(): { note: NoteAbout; label: string } | null
  plan(c: Ctx, decision: Decision): Plan
  /** Records to read first if a digit decides on several alerts. */
  reads?(c: Ctx): Reads | null
  goOn(): Effect
}

const VERBS: Record<ClosingUse, string> = {
  resolve: 'Resolve',
  reject: 'Reject',
  account: 'Resolve',
  'account-sar': 'Resolve with a SAR',
}

/** The commands of triage that decide. */
export function macroCommands({
  triage,
  view,
  kind,
  ids,
  strip,
  alert,
  about,
  plan,
  reads,
  goOn,
}: MacroPorts): Command[] {
  const inTriage = all(inView(view), flag('triage'))
  const uses: readonly [ClosingUse, ...ClosingUse[]] = CLOSING_USES[kind]
  const [usual] = uses
  const macroOf = ({ digit }: Ctx) =>
    provenStrip(strip(), about()?.note).find(({ key }) => key === String(digit)) ?? null
  /** The reason why the macro of a digit is refused on the current alert. */
  const againstMacro = (c: Ctx) => {
    const macro = macroOf(c)
    return macro ? macro.against : 'No macro has this key'
  }
  const planOf = (c: Ctx, decision: Decision | null): Plan =>
    decision ? { ...plan(c, decision), again: againOf(decision) } : emptyPlan

  /** Opens the note of a decision, to be written on before it is sent. */
  const edit = (decision: Decision, title: string): Effect | null => {
    const seen = about()
    if (!seen) return null
    const { id: command, args } = commandOf(decision)
    return openNote(decision.note, seen.note, { kind, command, args, label: `${title}: ${seen.label}` })
  }

  const editMacro = (c: Ctx) => {
    const macro = macroOf(c)
    return macro && edit(macro, macro.title)
  }

  const choices = (): Option<Closing>[] => {
    const { ruleType } = alert() ?? {}
    return uses.flatMap((act) =>
      closingNotes(act, ruleType === undefined ? [] : [ruleType], about()?.note).map((option) => ({
        ...option,
        id: `${act} ${option.id}`,
        value: { act, note: option.value },
        title: act === usual ? option.title : `${VERBS[act]}: ${option.title}`,
      })),
    )
  }

  return [
    defineCommand({
      id: ids.macro,
      title: (c) => `Decide by macro ${c.digit ?? ''}`.trim(),
      shortTitle: 'Decide by macro',
      group: 'Triage',
      hidden: true,
      when: inTriage,
      keys: ['1..9'],
      disabledReason: (c) => (triage.isReadable() ? againstMacro(c) : 'Too fast: wait a moment, then press again'),
      plan: (c) => planOf(c, macroOf(c)),
      ...(reads && { reads }),
      run: goOn,
      otherwise: (c, _, planned) => (caseWithoutText(planned) === null ? null : editMacro(c)),
    }),
    defineCommand({
      id: ids.more,
      title: 'Decide by another template…',
      shortTitle: 'More templates…',
      group: 'Triage',
      keywords: 'macro, macros, note, other templates, canned responses, all templates, more, dispositions',
      when: all(inTriage, flag('hasCursor')),
      keys: ['0'],
      disabledReason: () => (alert() ? null : 'No alert is shown'),
      args: [
        defineArg<'choice', Closing>({
          name: 'choice',
          type: 'choice',
          isInSight: true,
          prompt: () => 'Decide by',
          source: choices,
          create(_, query) {
            const made = typedDisposition(query)
            return made && { ...made, value: { act: usual, note: made.value }, title: `${VERBS[usual]}: ${made.title}` }
          },
        }),
      ],
      plan: (c, { choice }) => planOf(c, choice),
      run: goOn,
      otherwise: (_, { choice }, planned) =>
        caseWithoutText(planned) === null ? null : edit(choice, VERBS[choice.act]),
    }),
    defineCommand({
      id: ids.edit,
      title: (c) => `Edit the note of macro ${c.digit ?? ''} first`.replace('  ', ' '),
      shortTitle: 'Edit a macro’s note first',
      group: 'Triage',
      hidden: true,
      when: inTriage,
      keys: ['e 1..9'],
      disabledReason: (c) => (c.digit === null ? null : againstMacro(c)),
      run: (c) => void editMacro(c),
    }),
  ]
}

interface Closing extends Decision {
  act: ClosingUse
}
