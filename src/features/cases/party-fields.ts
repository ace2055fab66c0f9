/** The parties of a transaction, each told once: platforms repeat the client as originator or sender. Pure. */

const PARTIES = ['client', 'originator', 'sender', 'beneficiary'] as const

/** The field without its party, "Name" of "senderName"; null where it is of no party. */
function partOf(field: string, party: string): string | null {
  const rest = field.slice(party.length)
  return field.startsWith(party) && /^[A-Z]/.test(rest) ? rest : null
}

/** True if an earlier party, shown in full, has the same value. */
function isRepeated(party: string, record: Readonly<Record<string, unknown>>): boolean {
  const own = Object.entries(record).flatMap(([field, value]) => {
    const part = partOf(field, party)
    return part === null || value === null || value === '' ? [] : [[part, value] as const]
  })
  const earlier = PARTIES.slice(0, PARTIES.indexOf(party as (typeof PARTIES)[number]))
  return own.length > 0 && earlier.some((one) => own.every(([part, value]) => record[`${one}${part}`] === value))
}

/** The fields to show: all of a party that is not a copy of an earlier one. */
export function withoutRepeatedParties(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const repeated = PARTIES.filter((party) => isRepeated(party, record))
  return Object.fromEntries(
    Object.entries(record).filter(([field]) => repeated.every((party) => partOf(field, party) === null)),
  )
}
