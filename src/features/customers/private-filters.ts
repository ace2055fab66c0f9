/** What is typed into the list's filter, or is a person's name: kept out of addresses and records. */
export const PRIVATES = ['search', 'customerName'] as const
