/** The commands of the page Now: give out work, take it back, enter who is away. */
import { defaultStringifySearch } from '@tanstack/react-router'
import { team } from '#contract/calls/team.ts'
import {
  AREA_LABELS,
  LEVEL_NAMES,
  SKILL_AREAS,
  SKILL_LEVELS,
  type SkillArea,
  type SkillLevel,
} from '#contract/model/team/skills.ts'
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { countOf } from '#src/format/count.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { absenceCommands } from './absence-commands.ts'
import { rosterCommands } from './roster-commands.ts'
import { inTeam, onRow, spreadOf, workloadActs, type WorkloadActs } from './workload-acts.ts'
import { assignedOf, type SpreadOf, type WorkloadRow } from './workload-rows.ts'

const levelOf = (row: WorkloadRow | undefined, area: SkillArea): SkillLevel =>
  row?.skills.find((one) => one.area === area)?.level ?? 0

export function commands(data: Pick<Data, 'api' | 'queries'>): Command[] {
  const acts = workloadActs(data)
  return [
    ...personCommands(acts),
    ...caseCommands(),
    ...absenceCommands(acts),
    ...rosterCommands(acts),
    ...ownCommands(acts),
  ]
}

function personCommands({ rowOf, home }: WorkloadActs): Command[] {
  return [
    defineCommand({
      id: 'nav.team',
      title: 'Go to the team',
      shortTitle: 'Team',
      group: 'Navigate',
      keywords:
        'manager, load, workload, people, absence, oversight, analysts, staff, capacity, who works, who is here, who is on shift, roster, team members, colleagues, utilisation, productivity, bandwidth, skills, vacation',
      keys: ['g shift+t'],
      calls: [team.load],
      offline: 'local',
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
      title: (c) => `Reassign the open cases and account alerts of ${rowOf(c)?.name ?? 'somebody'}…`,
      shortTitle: 'Reassign all…',
      group: 'Assign',
      keywords:
        'spread, distribute, balance, even, load, skill, assign, rebalance, redistribute, take over work, reallocate, move work, cover, level',
      when: onRow,
      keys: ['a'],
      calls: [team.spread],
      disabledReason: (c) => (assignedOf(rowOf(c)) === 0 ? 'No case or account alert is open there' : null),
      run: (c) => {
        const row = rowOf(c)
        if (!row) return
        openDrawer('spread', spreadOf(row))
      },
    }),
  ]
}

function caseCommands(): Command[] {
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
      calls: [team.spread],
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

function ownCommands({ api, rowOf, again, send }: WorkloadActs): Command[] {
  return [
    defineCommand({
      id: 'team.skill',
      title: (c) => `Enter a skill of ${rowOf(c)?.name ?? 'somebody'}…`,
      shortTitle: 'Enter skill…',
      group: 'Assign',
      keywords:
        'skills, level, expert, experience, area, rule, training, expertise, competence, specialist, qualification, certify',
      when: onRow,
      keys: ['s'],
      calls: [team.setSkill],
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
      title: 'Preview auto-assignment…',
      shortTitle: 'Auto-assignment…',
      group: 'Assign',
      keywords:
        'policy, automatic, dry run, distribute, limit, unassigned, auto assign, automatic assignment, routing, round robin, assignment rules, load balancing, rebalance',
      when: inTeam,
      keys: ['shift+a'],
      calls: [team.planAuto],
      run: () => openDrawer('auto-assignment', { platform: currentPlatform() }),
    }),
    refreshCommand({ id: 'team.refresh', noun: 'figures of the team', when: inTeam, run: () => void again() }),
  ]
}
