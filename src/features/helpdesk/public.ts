// What a customer's screen may know about the helpdesk.
export { helpdeskQueries } from './queries.ts'
export { ticketStatusLabel, ticketStatusTone } from './labels.ts'
