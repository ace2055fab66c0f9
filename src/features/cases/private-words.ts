/** What is typed into the queue's filter, or is a person's name: never in the address (resolutions 19). */
export const PRIVATE_FIELDS = ['search', 'customerName'] as const
