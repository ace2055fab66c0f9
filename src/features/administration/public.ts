/** Administration's interface for other features. */
export { administrationKey } from './queries.ts'
