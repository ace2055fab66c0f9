/** The commands of the managers' overview. */
import { team } from '#contract/calls/team.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { chartCommands } from '#src/features/charts/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { workloadKey } from '#src/features/workload/public.ts'
import { OVERVIEW } from './panels.ts'

export function commands({ queries }: Pick<Data, 'queries'>): Command[] {
  return [
    defineCommand({
      id: 'nav.overview',
      title: 'Go to the overview of the team',
      shortTitle: 'Overview',
      group: 'Navigate',
      keywords: 'manager, dashboard, what waits, late, due, absences, oversight',
      keys: ['g shift+o'],
      calls: [team.overview],
      offline: 'local',
      run: (c) => c.ports.navigate(`/admin/${encodeURIComponent(currentPlatform())}/team/overview`),
    }),
    ...chartCommands({
      charts: OVERVIEW,
      area: 'overview',
      noun: 'overview',
      refresh: () => void queries.invalidateQueries({ queryKey: workloadKey(currentPlatform()) }),
    }),
  ]
}
