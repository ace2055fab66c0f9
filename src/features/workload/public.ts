// What is known of the work of a team, for its other pages.
export { type TeamPorts } from './workload-acts.ts'
export { workloadKey, workloadQueries } from './queries.ts'
export { totalOf } from './workload-rows.ts'
