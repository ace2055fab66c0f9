// What a customer's screen may know about forms.
export { formHref } from './links.ts'
