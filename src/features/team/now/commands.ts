/** The commands of the page Now: give out work, take it back, enter who is away. */
import { defaultStringifySearch } from '@tanstack/react-router'
import { team } from '#contract/calls/team.ts'
import type { Person } from '#contract/model/common.ts'
import {
  AREA_LABELS,
  LEVEL_NAMES,
  SKILL_AREAS,
  SKILL_LEVELS,
  type SkillArea,
  type SkillLevel,
} from '#contract/model/skills.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/session/public.ts'
import { countOf } from '#src/format/count.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { teamKey, teamQueries } from './queries.ts'
import type { SpreadOf, TeamRow } from './team-rows.ts'

const inTeam = inView('team')
const onRow = all(inTeam, flag('hasCursor'))
const DAY = /^\d{4}-\d{2}-\d{2}$/
const NOBODY: Person = { id: '', name: 'Nobody' }

const levelOf = (row: TeamRow | undefined, area: SkillArea): SkillLevel =>
  row?.skills.find((one) => one.area === area)?.level ?? 0

export interface TeamPorts {
  mayManage(): boolean
}

export function teamCommands(data: Pick<Data, 'api' | 'queries'>, ports: TeamPorts): Command[] {
  const acts = teamActs(data, ports)
  return [...personCommands(acts), ...caseCommands(acts), ...absenceCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function teamActs({ api, queries }: Pick<Data, 'api' | 'queries'>, { mayManage }: TeamPorts) {
  const rowOf = (c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as TeamRow | undefined
  const home = () => `/admin/${encodeURIComponent(currentPlatform())}`
  const again = () => queries.invalidateQueries({ queryKey: teamKey(currentPlatform()) })
  /** The server's words are in the status line already where it refuses. */
  const send = async (sending: Promise<unknown>) => {
    try {
      await sending
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await again()
  }
  const day = <const Name extends string>(name: Name, prompt: string) =>
    defineArg<Name, string>({
      name,
      type: 'date',
      prompt: (c) => `${rowOf(c)?.name ?? 'Somebody'} is absent ${prompt}`,
      source: (c) => {
        const today = new Date(c.ports.now()).toISOString().slice(0, 10)
        return [{ id: 'today', value: today, title: 'Today', detail: today }]
      },
      typed: () => 'a date (YYYY-MM-DD)',
      create: (_, query) => (DAY.test(query.trim()) ? { id: query, value: query.trim(), title: query.trim() } : null),
    })

  return { api, queries, mayManage, rowOf, home, again, send, day }
}
type TeamActs = ReturnType<typeof teamActs>

function personCommands({ mayManage, rowOf, home }: TeamActs): Command[] {
  return [
    defineCommand({
      id: 'nav.team',
      title: 'Go to the team',
      shortTitle: 'Team',
      group: 'Navigate',
      keywords:
        'manager, load, workload, people, absence, oversight, analysts, staff, capacity, who works, who is here, who is on shift, roster, team members, colleagues, utilisation, productivity, bandwidth, skills, vacation',
      keys: ['g shift+t'],
      disabledReason: () => (mayManage() ? null : 'Only managers see the team'),
      run: (c) => c.ports.navigate(`${home()}/team`),
    }),
    defineCommand({
      id: 'team.open',
      title: (c) => `Show the open cases of ${rowOf(c)?.name ?? 'somebody'}`,
      shortTitle: 'Show in queue',
      group: 'Navigate',
      keywords: 'queue, filter, cases of person, drill down, view work, see cases',
      when: onRow,
      keys: ['enter', 'o'],
      run: (c) => {
        const row = rowOf(c)
        const whose = row?.personId == null ? { assign: '1' } : { user: row.personId }
        c.ports.navigate(`${home()}/cases/${defaultStringifySearch({ status: 'New & Await', ...whose })}`)
      },
    }),
    defineCommand({
      id: 'team.spread',
      title: (c) => `Reassign the open cases of ${rowOf(c)?.name ?? 'somebody'}…`,
      shortTitle: 'Reassign all…',
      group: 'Assign',
      keywords:
        'spread, distribute, balance, even, load, skill, assign, rebalance, redistribute, take over work, reallocate, move work, cover, level',
      when: onRow,
      keys: ['a'],
      offline: 'block',
      disabledReason: (c) => (rowOf(c)?.open === 0 ? 'Nothing is open there' : null),
      run: (c) => {
        const row = rowOf(c)
        if (!row) return
        const value: SpreadOf = { platform: currentPlatform(), label: `the open cases of ${row.name}` }
        openDrawer('spread', row.personId === null ? value : { ...value, person: row.personId })
      },
    }),
  ]
}

function caseCommands({ mayManage }: TeamActs): Command[] {
  return [
    defineCommand({
      id: 'case.spread',
      title: (c) => `Spread ${countOf(c.size, 'case')} over people…`,
      shortTitle: 'Spread over people…',
      group: 'Assign',
      keywords:
        'distribute, balance, even, load, skill, assign, round robin, share out, split, allocate, divide, rebalance, workload, auto assign, spread work, deal out',
      when: all(inView('queue'), flag('hasSelection')),
      keys: ['shift+a'],
      gathers: true,
      offline: 'block',
      disabledReason: () => (mayManage() ? null : 'Only managers assign others'),
      run: (c) => {
        const value: SpreadOf = {
          platform: currentPlatform(),
          label: countOf(c.targets.length, 'case'),
          caseIds: c.targets,
        }
        openDrawer('spread', value)
      },
    }),
  ]
}

function absenceCommands({ api, queries, rowOf, again, send, day }: TeamActs): Command[] {
  return [
    defineCommand({
      id: 'team.absence',
      title: (c) => `Enter an absence of ${rowOf(c)?.name ?? 'somebody'}…`,
      shortTitle: 'Enter absence…',
      group: 'Assign',
      keywords:
        'holiday, holidays, vacation, sick, away, cover, leave, time off, out of office, ooo, pto, day off, absent, unavailable, sick leave',
      when: onRow,
      keys: ['b'],
      offline: 'block',
      disabledReason: (c) => {
        const row = rowOf(c)
        if (row?.personId == null) return 'No person is selected'
        return row.absence ? 'An absence is entered: end it first' : null
      },
      args: [
        day('from', 'from'),
        day('to', 'until, the day included'),
        defineArg<'cover', Person>({
          name: 'cover',
          type: 'manager',
          prompt: () => 'Covered by',
          source: async (c) => {
            const { members } = await queries.ensureQueryData(teamQueries.load(api, currentPlatform()))
            const others = members.filter(({ person }) => person.id !== rowOf(c)?.personId)
            return [NOBODY, ...others.map(({ person }) => person)].map((value) => ({
              id: value.id,
              value,
              title: value.name,
            }))
          },
        }),
      ],
      run: (c, { from, to, cover }) => {
        const person = rowOf(c)?.personId
        if (person == null) return
        const body = { person, from, to, cover: cover.id || null }
        void send(api.send(team.addAbsence, { body }, { platform: currentPlatform() }))
      },
    }),
    defineCommand({
      id: 'team.endAbsence',
      title: (c) => `End the absence of ${rowOf(c)?.name ?? 'somebody'}`,
      shortTitle: 'End absence',
      group: 'Assign',
      keywords: 'back, return, delete, returned, available, back from holiday, cancel vacation',
      when: onRow,
      keys: ['shift+b'],
      offline: 'block',
      disabledReason: (c) => (rowOf(c)?.absence ? null : 'No absence is entered'),
      run: (c) => {
        const absenceId = rowOf(c)?.absence?.id
        if (absenceId === undefined) return
        void send(api.send(team.endAbsence, { params: { absenceId } }, { platform: currentPlatform() }))
      },
    }),
    defineCommand({
      id: 'team.skill',
      title: (c) => `Enter a skill of ${rowOf(c)?.name ?? 'somebody'}…`,
      shortTitle: 'Enter skill…',
      group: 'Assign',
      keywords:
        'skills, level, expert, experience, area, rule, training, expertise, competence, specialist, qualification, certify',
      when: onRow,
      keys: ['s'],
      offline: 'block',
      disabledReason: (c) => (rowOf(c)?.personId == null ? 'No person is selected' : null),
      args: [
        defineArg<'area', SkillArea>({
          name: 'area',
          type: 'choice',
          prompt: (c) => `Skill of ${rowOf(c)?.name ?? 'somebody'} at rules of`,
          source: (c) =>
            SKILL_AREAS.map((value) => ({
              id: value,
              value,
              title: AREA_LABELS[value],
              detail: LEVEL_NAMES[levelOf(rowOf(c), value)],
            })),
        }),
        defineArg<'level', SkillLevel>({
          name: 'level',
          type: 'choice',
          prompt: () => 'Level',
          source: () => SKILL_LEVELS.map((value) => ({ id: String(value), value, title: LEVEL_NAMES[value] })),
        }),
      ],
      run: (c, { area, level }) => {
        const row = rowOf(c)
        if (row?.personId == null) return
        const body = { person: row.personId, area, level, was: levelOf(row, area) }
        void send(api.send(team.setSkill, { body }, { platform: currentPlatform() }))
      },
    }),
    defineCommand({
      id: 'team.auto',
      title: 'Show what auto-assignment would do now…',
      shortTitle: 'Auto-assignment…',
      group: 'Assign',
      keywords:
        'policy, automatic, dry run, distribute, limit, unassigned, auto assign, automatic assignment, routing, round robin, assignment rules, load balancing, rebalance',
      when: inTeam,
      keys: ['shift+a'],
      offline: 'block',
      run: () => openDrawer('auto-assignment', { platform: currentPlatform() }),
    }),
    refreshCommand({ id: 'team.refresh', noun: 'figures of the team', when: inTeam, run: () => void again() }),
  ]
}
