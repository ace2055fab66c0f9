// What others may know about alerts on accounts.
export { alertColumnsOfCustomer } from '#src/features/account-alerts/queue/columns.tsx'
export { accountAlertQueries } from './queries.ts'
