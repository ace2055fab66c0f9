// The account alerts' interface for other features.
export { alertColumnsOfCustomer } from '#src/features/account-alerts/queue/columns.tsx'
export { accountAlertQueries } from './queries.ts'
