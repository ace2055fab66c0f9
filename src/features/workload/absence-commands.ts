/** Entering who is away: one prompt for the days, one for the deputy, then what is open is offered to others. */
import { team } from '#contract/calls/team.ts'
import type { Person } from '#contract/model/common.ts'
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { moveDay } from '#src/format/date.ts'
import { dayText, readDays, type DayRange } from '#src/format/day.ts'
import { dayOf, RANGE_HINT } from '#src/format/iso-day.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { onRow, spreadOf, type WorkloadActs } from './workload-acts.ts'
import { workloadQueries } from './queries.ts'
import { assignedOf } from './workload-rows.ts'

const NOBODY: Person = { id: '', name: 'Nobody' }

const rangeWords = ({ from, to }: DayRange) => (from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`)

/** The absences that are entered most. */
function usualAbsences(today: string): { title: string; value: DayRange }[] {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = moveDay(today, { days: 7 - weekday })
  return [
    { title: 'Today', value: { from: today, to: today } },
    { title: 'The rest of the week', value: { from: today, to: moveDay(monday, { days: weekday > 4 ? 4 : -3 }) } },
    { title: 'Next week', value: { from: monday, to: moveDay(monday, { days: 4 }) } },
    { title: 'Two weeks from today', value: { from: today, to: moveDay(today, { days: 13 }) } },
  ]
}

/** One day alone is the last one, from today on: `fri`. */
export function readAbsence(typed: string, today: string): DayRange | null {
  const range = readDays(typed, today, 'future')
  return range && range.from === range.to && range.from > today ? { from: today, to: range.to } : range
}

export function absenceCommands({ api, queries, rowOf, send }: WorkloadActs): Command[] {
  return [
    defineCommand({
      id: 'team.absence',
      title: (c) => `Enter an absence of ${rowOf(c)?.name ?? 'somebody'}…`,
      shortTitle: 'Enter absence…',
      group: 'Assign',
      keywords: 'holiday, vacation, sick, away, cover',
      when: onRow,
      keys: ['b'],
      calls: [team.addAbsence],
      disabledReason: (c) => {
        const row = rowOf(c)
        if (row?.personId == null) return 'No person is selected'
        return row.absence ? 'An absence is entered: end it first' : null
      },
      args: [
        defineArg<'days', DayRange>({
          name: 'days',
          type: 'date',
          prompt: (c) => `${rowOf(c)?.name ?? 'Somebody'} is absent`,
          source: (c) =>
            usualAbsences(dayOf(c.ports.now())).map(({ title, value }) => ({
              id: title,
              value,
              title,
              detail: rangeWords(value),
            })),
          typed: () => RANGE_HINT,
          create: (c, query) => {
            const value = readAbsence(query, dayOf(c.ports.now()))
            return value && { id: query, value, title: rangeWords(value), detail: `${value.from} to ${value.to}` }
          },
        }),
        defineArg<'cover', Person>({
          name: 'cover',
          type: 'choice',
          prompt: () => 'Covered by',
          source: async (c) => {
            const { members } = await queries.ensureQueryData(workloadQueries.load(api, currentPlatform()))
            const others = members.filter(
              ({ person, worksOn }) => person.id !== rowOf(c)?.personId && worksOn.length > 0,
            )
            return [NOBODY, ...others.map(({ person }) => person)].map((value) => ({
              id: value.id,
              value,
              title: value.name,
            }))
          },
        }),
      ],
      run: (c, { days, cover }) => {
        const row = rowOf(c)
        if (row?.personId == null) return
        const body = { person: row.personId, ...days, cover: cover.id || null }
        void send(api.send(team.addAbsence, { body }, { platform: currentPlatform() })).then((isEntered) => {
          if (!isEntered || assignedOf(row) === 0) return
          openDrawer('spread', { ...spreadOf(row), label: `what ${row.name}, who is absent, has open` })
        })
      },
    }),
    defineCommand({
      id: 'team.endAbsence',
      title: (c) => `End the absence of ${rowOf(c)?.name ?? 'somebody'}`,
      shortTitle: 'End absence',
      group: 'Assign',
      keywords: 'back, return, delete',
      when: onRow,
      keys: ['shift+b'],
      calls: [team.endAbsence],
      disabledReason: (c) => (rowOf(c)?.absence ? null : 'No absence is entered'),
      run: (c) => {
        const absenceId = rowOf(c)?.absence?.id
        if (absenceId === undefined) return
        void send(api.send(team.endAbsence, { params: { absenceId } }, { platform: currentPlatform() }))
      },
    }),
  ]
}
