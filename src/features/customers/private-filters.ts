/** Filter fields that are typed, or a person's name: kept out of addresses and records. */
export const PRIVATES = ['search', 'customerName'] as const
