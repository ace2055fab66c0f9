// The work of a team, for its other pages.
export { workloadKey, workloadQueries } from './queries.ts'
export { totalOf } from './workload-rows.ts'
