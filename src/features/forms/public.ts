// The forms' interface for the customer screen.
export { formHref } from './links.ts'
