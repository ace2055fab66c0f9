// Charts whose rows lead to lists, for the screens that have some.
export { chartCommands } from './chart-commands.ts'
export { ChartPanel } from './chart-panel.tsx'
export { createCharts, type Chart, type ChartRow } from './charts.ts'
export { useCharts } from './use-charts.ts'
