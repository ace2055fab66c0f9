/** What other features see of Administration. */
export { administrationKey } from './queries.ts'
