// The helpdesk's interface for the customer screen.
export { helpdeskQueries } from './queries.ts'
export { ticketStatusLabel, ticketStatusTone } from './labels.ts'
