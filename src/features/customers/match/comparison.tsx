// A party and an entry of a list side by side: what agrees, what differs, and what each does to the score.
import { useQuery } from '@tanstack/react-query'
import type { CustomerInfo, SanctionMatch } from '#contract/model/customer.ts'
import type { SanctionOutcome } from '#contract/model/values.ts'
import { useData } from '#src/data/data.ts'
import { useNames, type Names } from '#src/data/names.ts'
import { SectionBlock } from '#src/features/customers/sections/section.tsx'
import { countryName } from '#src/format/country.ts'
import { humanise } from '#src/format/label.ts'
import { Table } from '#src/ui/list/table.tsx'
import { Tag, type Tone } from '#src/ui/tag.tsx'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { outcomeText } from './dispositions.ts'

const NOTHING = '–'
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const listed = (values: readonly string[]) => values.filter(Boolean).join('; ') || NOTHING
const countriesOf = (codes: readonly (string | undefined)[], names: Names) =>
  listed([...new Set(codes.flatMap((code) => (code ? [countryName(code, names.countries)] : [])))])

/** The mark of an outcome, wherever a hit is shown. */
export const OUTCOME_TONES = {
  true_positive: 'stop',
  true_positive_reject: 'stop',
  true_positive_approve: 'done',
  potential_match: 'warn',
  false_positive: 'done',
  no_match: 'done',
} as const satisfies Record<SanctionOutcome, Tone>

/** The party of a hit, as text: the customer itself, or the counterparty's name. */
export function partyOfHit({ details }: Pick<SanctionMatch, 'details'>): string {
  return details['party'] === 'counterparty' ? `Counterparty: ${textOf(details['partyName'])}` : 'Customer'
}

interface Identifier {
  type: string
  value: string
}

function identifiersOf(value: unknown): string[] {
  return (Array.isArray(value) ? (value as Identifier[]) : []).map(({ type, value: number }) => `${type} ${number}`)
}

/** The customer's facts; a counterparty has only a name. */
function ownFacts(match: SanctionMatch, info: CustomerInfo | undefined, names: Names): Record<string, string> {
  const { details } = match
  const name = textOf(details['partyName']) || match.name
  if (details['party'] === 'counterparty' || !info) return { name }
  const { profile, identityDocuments } = info
  return {
    name,
    born: textOf(profile.dateOfBirth) || NOTHING,
    countries: countriesOf(
      [profile.countryOfCitizenship, profile.countryOfResidence, profile.countryOfRegistration],
      names,
    ),
    gender: humanise(textOf(profile['gender'])) || NOTHING,
    identifiers: listed(identityDocuments.map(({ number = '' }) => number)),
  }
}

function rowsOf(match: SanctionMatch, own: Record<string, string>, names: Names) {
  const { details } = match
  const sides: [label: string, party: string | undefined, entry: string][] = [
    ['Name', own['name'], textOf(details['listedAs']) || match.name],
    ['Aliases', undefined, listed(textsOf(details['aliases']))],
    ['Date of birth', own['born'], listed(textsOf(details['births']))],
    ['Countries', own['countries'], countriesOf(textsOf(details['countries']), names)],
    ['Gender', own['gender'], listed(textsOf(details['genders']).map(humanise))],
    ['Identifiers', own['identifiers'], listed(identifiersOf(details['identifiers']))],
    ['Type and programmes', undefined, listed([humanise(textOf(details['type'])), ...textsOf(details['programs'])])],
    ['Remarks', undefined, textOf(details['remarks']) || NOTHING],
  ]
  return sides.map(([label, party, entry]) => ({ key: label, cells: [label, party ?? NOTHING, entry] }))
}

const signed = (points: number) => `${points < 0 ? '−' : '+'}${Math.round(Math.abs(points) * 100)}`

function Why({ match }: { match: SanctionMatch }) {
  const parts = match.parts ?? []
  return (
    <SectionBlock title={`Match score ${Math.round(match.score * 100)}`}>
      {parts.length === 0 ? (
        <p>{match.score === 1 ? 'The names are identical.' : 'The score breakdown is not on record.'}</p>
      ) : (
        <Table
          label="Score breakdown"
          columns={['Feature', 'Party', 'List entry', 'Points']}
          align={{ 3: 'end' }}
          rows={parts.map(({ feature, party, entry, points }, n) => ({
            key: `${n} ${feature}`,
            cells: [humanise(feature), party ?? NOTHING, entry ?? NOTHING, signed(points)],
          }))}
        />
      )}
    </SectionBlock>
  )
}

/** The reason why a decided match reopened, by field. */
function Reopened({ match }: { match: SanctionMatch }) {
  const { reopened } = match
  if (!reopened) return null
  const { changed, before } = reopened
  return (
    <SectionBlock title="Changed since the last decision">
      {before && (
        <p>
          {humanise(before.outcome)}
          {before.at && `, ${before.at}`}
          {before.note && `: ${before.note}`}
        </p>
      )}
      <Table
        label="Changed since the last decision"
        columns={['Field', 'Before', 'Now']}
        rows={Object.entries(changed).map(([field, { before: was, after }]) => ({
          key: field,
          cells: [humanise(field.replace('.', ' ')), said(was), said(after)],
        }))}
      />
    </SectionBlock>
  )
}

/** A field of either side as it was kept: text, names, papers, or a list of them. */
function said(value: unknown): string {
  if (Array.isArray(value)) return listed(value.map(said))
  if (typeof value === 'string') return value || NOTHING
  if (typeof value !== 'object' || value === null) return NOTHING
  const { name, type, value: number } = value as Record<string, unknown>
  return textOf(name) || `${textOf(type)} ${textOf(number)}`.trim() || NOTHING
}

/** The match under the cursor: both sides, the reasons of its score, and what changed since it was decided. */
export function MatchComparison({ match, who }: { match: SanctionMatch; who: Who }) {
  const { api } = useData()
  const { data } = useQuery(customerQueries.infoBeside(api, who))
  const names = useNames()
  if (match.outcome === 'no_match') return null
  const { decidedBy, decidedAt, note } = match.details
  return (
    <section aria-label={`Comparison with ${match.name}`} className="grid content-start gap-3 p-4">
      <p className="flex items-baseline gap-2">
        <Tag tone={OUTCOME_TONES[match.outcome]}>{partyOfHit(match)}</Tag>
        <span>{match.list}</span>
        {textOf(decidedBy) && (
          <span className="text-muted">
            {outcomeText(match)} by {textOf(decidedBy)} {said((decidedAt as { date?: string } | null)?.date)}
            {textOf(note) && `: ${textOf(note)}`}
          </span>
        )}
      </p>
      <Reopened match={match} />
      <Table
        label="Party and list entry"
        columns={['Fact', 'Party', 'List entry']}
        rows={rowsOf(match, ownFacts(match, data, names), names)}
      />
      <Why match={match} />
    </section>
  )
}
