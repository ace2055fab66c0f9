// What others may know about alerts on accounts.
export { alertColumnsOfCustomer } from './columns.tsx'
export { accountAlertQueries } from './queries.ts'
