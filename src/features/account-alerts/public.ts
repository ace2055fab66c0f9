// What the customer's screen shows of the alerts on its account.
export { alertColumnsOfCustomer } from './columns.tsx'
