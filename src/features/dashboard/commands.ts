/** The commands of the dashboard. */
import type { Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { chartCommands } from '#src/features/charts/public.ts'
import { DASHBOARD, DASHBOARD_KEY } from './panels.ts'

export const dashboardCommands = ({ queries }: Pick<Data, 'queries'>): Command[] =>
  chartCommands({
    charts: DASHBOARD,
    area: 'dashboard',
    noun: 'dashboard',
    refresh: () => void queries.invalidateQueries({ queryKey: [DASHBOARD_KEY] }),
  })
