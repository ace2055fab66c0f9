/** The commands of the page Handover. */
import { handover } from '#contract/calls/handover.ts'
import { team } from '#contract/calls/team.ts'
import { SHIFT_MAX_HOURS, type Handover } from '#contract/model/handover.ts'
import { defineArg, defineCommand, type Command, type Ctx, type Option } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { handoverList } from './handover-list.ts'
import { handoverKey } from './queries.ts'

const here = inView('handover')
const onRow = all(here, flag('hasCursor'))

const hours = defineArg<'hours', number | null>({
  name: 'hours',
  type: 'choice',
  prompt: () => 'Hand over',
  source: (_, query): readonly Option<number | null>[] => {
    const value = Number(query.trim())
    const isTooLong = query.trim() !== '' && !(value > 0 && value <= SHIFT_MAX_HOURS)
    return [
      { id: 'since', value: null, title: 'Since the last handover, or 8 hours' },
      { id: '8', value: 8, title: 'The last 8 hours' },
      { id: '12', value: 12, title: 'The last 12 hours' },
      { id: '24', value: 24, title: 'The last 24 hours' },
      ...(isTooLong && !Number.isNaN(value)
        ? [
            {
              id: 'fault',
              value: null,
              title: `${query.trim()} hours`,
              disabled: `A shift is at most ${SHIFT_MAX_HOURS} hours long`,
            },
          ]
        : []),
    ]
  },
  typed: () => 'a number of hours',
  create: (_, query) => {
    const value = Number(query.trim())
    const fits = query.trim() !== '' && value > 0 && value <= SHIFT_MAX_HOURS
    return fits ? { id: 'typed', value, title: `The last ${value} hours` } : null
  },
})

export function commands({ api, queries }: Pick<Data, 'api' | 'queries'>): Command[] {
  const rowOf = (c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as Handover | undefined
  const again = () => queries.invalidateQueries({ queryKey: handoverKey(currentPlatform()) })
  const options = () => ({ platform: currentPlatform() })

  const write = async (length: number | null) => {
    try {
      const { id } = await api.send(handover.write, { body: { hours: length } }, options())
      await again()
      handoverList.moveToId(id)
    } catch (error) {
      // the server's words are in the status line already
      if (!(error instanceof ApiError)) throw error
    }
  }
  const mail = async (c: Ctx, handoverId: string, to: readonly string[]) => {
    try {
      const { message } = await api.send(handover.mail, { params: { handoverId }, body: { to: [...to] } }, options())
      c.actions.say(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  /** Colleagues on the platform only. */
  const colleagues = async (): Promise<readonly Option<readonly string[]>[]> => {
    const { members } = await api.send(team.load, {}, { ...options(), quiet: true })
    const present = members.filter(({ isAbsent }) => !isAbsent).map(({ person }) => person.id)
    return [
      { id: 'everybody', value: present, title: 'Everybody of the team who is not absent' },
      ...members.map(({ person }) => ({ id: person.id, value: [person.id], title: person.name })),
    ]
  }

  return [
    defineCommand({
      id: 'nav.handover',
      title: 'Go to the handover of the shift',
      shortTitle: 'Handover',
      group: 'Navigate',
      keywords:
        'shift, brief, summary, manager, oversight, handoff, hand off, shift change, end of shift, shift report, hand over, who is on shift, briefing, morning report',
      keys: ['g shift+b'],
      calls: [handover.write],
      offline: 'local',
      run: (c) => c.ports.navigate(`/admin/${encodeURIComponent(currentPlatform())}/team/handover`),
    }),
    defineCommand({
      id: 'handover.write',
      title: 'Write the handover of the shift…',
      shortTitle: 'Hand over…',
      group: 'App',
      keywords: 'brief, shift, new, create handover, end shift, end of shift, write handover, handoff',
      when: here,
      keys: ['n'],
      calls: [handover.write],
      args: [hours],
      run: (_, { hours: length }) => void write(length),
    }),
    defineCommand({
      id: 'handover.open',
      title: 'Read the handover',
      shortTitle: 'Read',
      group: 'Navigate',
      keywords: 'view, details, show, open handover',
      when: onRow,
      keys: ['enter', 'o'],
      run: () => document.querySelector<HTMLElement>('[data-brief]')?.focus(),
    }),
    defineCommand({
      id: 'handover.print',
      title: 'Print the handover',
      shortTitle: 'Print',
      group: 'App',
      keywords: 'paper, pdf, printout, hard copy, print handover',
      when: here,
      keys: ['p'],
      disabledReason: (c) => (rowOf(c) ? null : 'No handover is under the cursor'),
      run: () => window.print(),
    }),
    defineCommand({
      id: 'handover.mail',
      title: 'Send the handover to colleagues…',
      shortTitle: 'Send…',
      group: 'App',
      keywords: 'mail, email, share, e-mail, distribute, forward',
      when: here,
      keys: ['m'],
      calls: [handover.mail],
      disabledReason: (c) => (rowOf(c) ? null : 'No handover is under the cursor'),
      args: [
        defineArg<'to', readonly string[]>({
          name: 'to',
          type: 'choice',
          prompt: () => 'Send to',
          source: colleagues,
        }),
      ],
      run: (c, { to }) => {
        const row = rowOf(c)
        if (row) void mail(c, row.id, to)
      },
    }),
    refreshCommand({ id: 'handover.refresh', noun: 'handovers', when: here, run: () => void again() }),
  ]
}
