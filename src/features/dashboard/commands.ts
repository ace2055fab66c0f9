/** The commands of the dashboard. */
import type { Command } from '#src/commands/command.ts'
import { flag } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { chartCommands } from '#src/features/charts/public.ts'
import { goTo } from '#src/features/go-to.ts'
import { DASHBOARD, DASHBOARD_KEY } from './panels.ts'

export const commands = ({ queries }: Pick<Data, 'queries'>): Command[] => [
  goTo({
    id: 'nav.dashboard',
    title: 'Dashboard',
    path: 'dashboard/',
    keys: ['g h'],
    keywords:
      'metrics, kpi, kpis, statistics, stats, charts, graphs, overview, numbers, figures, home, insights, analytics',
    when: flag('admin'),
  }),
  ...chartCommands({
    charts: DASHBOARD,
    area: 'dashboard',
    noun: 'dashboard',
    refresh: () => void queries.invalidateQueries({ queryKey: [DASHBOARD_KEY] }),
  }),
]
