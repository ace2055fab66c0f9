/** The database and `passes` judge alike: by random filters over random subjects, and field by field over stored ones. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Condition, FilterGroup, Operand } from '#contract/model/rules/filter.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { fieldOf, joinsFor, keyOf, loadSubjects } from '#server/monitoring/filter-subjects.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { party, pay } from '#tests/support/payments.ts'
import { COMPARISONS } from './comparisons.ts'
import { CUSTOMER_FIELDS, FIELD_LISTS, TRANSACTION_FIELDS } from './fields.ts'
import { faultsOfFilter, passes, type Subject } from './filter.ts'
import { namesIn, passesSql } from './sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Of every type one. */
const FIELDS = [
  'merchantName',
  'transactionCountry',
  'transactionUsdAmount',
  'transactionUtcDate',
  'isFinancialInstitution',
]

const words = fc.constantFrom(
  'rent',
  ' Rent ',
  'RENT for March',
  'José',
  'JOSÉ',
  'İzmir',
  'i\u0307zmir',
  '\u212aelvin',
  'kelvin',
  '\u00a0rent\ufeff',
  'ΟΔΟΣ',
  'οδος',
  '',
  ' ',
  '%',
  '_',
  "o'neil",
  '100',
  '-7.5',
  '007',
  '1e3',
  '.5',
  ' 12 ',
  'true',
  'False',
  'false',
  'CA',
  'ca',
  '\u{1F600}',
  '\u2003',
)
const moments = fc.constantFrom(
  '2026-03-05',
  '2026-03-05 10:00:00',
  '2026-03-05T10:00:00Z',
  '2026-03-05 10:00:00.999',
  '2026-03-05 23:59:59',
  '2026-02-29',
  '2028-02-29',
  '2026-02-31',
  '2026-04-31',
  '2026-03-05 24:00:00',
  '2026-03-05 23:59:60',
  '2026-03-05Z',
  ' 2026-03-05',
  '0000-01-01',
  '2026-13-01',
  '2026-03-06',
)
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, 1200.5, 0.1, 0.3, 1e21, 5e-324, 1.7e308, 9007199254740992),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    '9'.repeat(400),
    `0.${'0'.repeat(400)}1`,
    '0.1',
    '0.30000000000000004',
    '1200.50',
    '9007199254740993',
  ),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  words,
  moments,
  numbers,
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'binary' }),
)
/** Texts that a platform may have sent; no text in the database holds NUL or half a pair. */
const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text)
const subject = fc.dictionary(
  fc.constantFrom(...FIELDS),
  fc.oneof(value, fc.array(words), fc.constant({})).filter((one) => typeof one !== 'string' || isStorable(one)),
)
const condition: fc.Arbitrary<Condition> = fc.record({
  field: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...FIELDS) },
    { weight: 1, arbitrary: fc.constantFrom('', 'starSign') },
  ),
  operator: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...COMPARISONS.map(({ name }) => name)) },
    { weight: 1, arbitrary: fc.constant('rhymesWith') },
  ),
  value: fc.oneof(value, fc.tuple(value, value), fc.array(value, { maxLength: 4 })),
})
const { group } = fc.letrec<{ group: FilterGroup }>((tie) => ({
  group: fc.record({
    combinator: fc.constantFrom('and', 'or'),
    not: fc.boolean(),
    rules: fc.array(fc.oneof({ maxDepth: 2, withCrossShrink: true }, condition, tie('group')), { maxLength: 3 }),
  }),
}))

/** The database's result for each subject. */
async function judged(groups: readonly FilterGroup[], subjects: readonly Subject[]): Promise<(boolean | null)[]> {
  const verdict = passesSql(groups, (name) => sql`(s -> ${sql.lit(name)})`)
  const { rows } = await sql<{ verdict: boolean | null }>`
    select ${verdict} as verdict from jsonb_array_elements(${JSON.stringify(subjects)}::jsonb) with ordinality as one (s, n)
    order by n`.execute(database.db)
  return rows.map((row) => row.verdict)
}

test('the SQL agrees with `passes` wherever it can decide', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(group, { maxLength: 3 }),
      fc.array(subject, { minLength: 1, maxLength: 8 }),
      async (groups, some) => {
        // through JSON, as the database has them
        const subjects = JSON.parse(JSON.stringify(some)) as Subject[]
        const verdicts = await judged(groups, subjects)
        for (const [index, verdict] of verdicts.entries()) {
          if (verdict === null) continue
          told += 1
          expect(verdict).toBe(groups.every((each) => passes(each, subjects[index] ?? {})))
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(told).toBeGreaterThan(500)
}, 120_000)

test('both agree on one condition at a time, for every comparison that a field has', async () => {
  const cases = FIELDS.flatMap((field) => COMPARISONS.map(({ name }) => ({ field, operator: name })))
  for (const { field, operator } of cases) {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(value, fc.tuple(value, value)),
        fc.array(
          value.filter((one) => typeof one !== 'string' || isStorable(one)),
          { minLength: 20, maxLength: 40 },
        ),
        async (wanted, seen) => {
          const each: FilterGroup = { combinator: 'and', rules: [{ field, operator, value: wanted }] }
          const subjects = JSON.parse(JSON.stringify(seen.map((one) => ({ [field]: one })))) as Subject[]
          const verdicts = await judged([each], subjects)
          const wrong = subjects.filter(
            (one, index) => verdicts[index] !== null && verdicts[index] !== passes(each, one),
          )
          expect(wrong).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
  }
}, 120_000)

test('the SQL decides all usual filters', async () => {
  const usual: [string, string, unknown, unknown][] = [
    ['merchantName', 'contains', 'bakery', 'José’s Bakery'],
    ['merchantName', 'equal', 'josé', 'Jose'],
    ['transactionCountry', 'in', ['CA', 'US'], 'ca'],
    ['transactionUsdAmount', 'greater', '1000', '1200.50'],
    ['transactionUsdAmount', 'between', [1, '2'], 1.5],
    ['transactionUtcDate', 'less', '2026-03-05', '2026-03-05 10:00:00'],
    ['isFinancialInstitution', 'equal', true, 'true'],
  ]
  for (const [field, operator, wanted, seen] of usual) {
    const each: FilterGroup = { combinator: 'and', rules: [{ field, operator, value: wanted }] }
    expect(await judged([each], [{ [field]: seen }, {}]), `${field} ${operator}`).toEqual([
      passes(each, { [field]: seen }),
      false,
    ])
  }
})

test('of what a rule may filter payments by, the database tells all', async () => {
  const ascii = fc.oneof(words, moments, numbers, fc.boolean()).filter((one) => /^\p{ASCII}*$/u.test(String(one)))
  const wanted = (operand: Operand) => {
    if (operand === 'range') return fc.tuple(ascii, ascii)
    return operand === 'list' ? fc.array(ascii, { minLength: 1, maxLength: 3 }) : ascii
  }
  const stored: Record<string, fc.Arbitrary<unknown>> = {
    transactionAmount: fc.integer({ min: 0, max: 1e12 }).map((cents) => (cents / 100).toFixed(2)),
    transactionCardPresent: value,
  }
  let told = 0
  for (const field of TRANSACTION_FIELDS) {
    for (const { name, operand } of COMPARISONS.filter((each) => field.operators.includes(each.name))) {
      const seen = fc.array(
        (stored[field.name] ?? words).filter((one) => typeof one !== 'string' || isStorable(one)),
        {
          minLength: 10,
          maxLength: 20,
        },
      )
      await fc.assert(
        fc.asyncProperty(wanted(operand), seen, async (asked, some) => {
          const each: FilterGroup = { combinator: 'and', rules: [{ field: field.name, operator: name, value: asked }] }
          // filters that saving refuses are not asked
          if (faultsOfFilter(each, '', [field]).length > 0) return
          const subjects = JSON.parse(JSON.stringify(some.map((one) => ({ [field.name]: one })))) as Subject[]
          expect(await judged([each], subjects), `${field.name} ${name}`).toEqual(
            subjects.map((one) => passes(each, one)),
          )
          told += 1
        }),
        { numRuns: 6 },
      )
    }
  }
  expect(told).toBeGreaterThan(100)
}, 120_000)

test('no non-ASCII letter lower-cases to an ASCII letter', () => {
  const odd: string[] = []
  for (let code = 0x80; code < 0x110000; code += 1) {
    const letter = code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code)
    if (/[\0-\u007f]/.test(letter.toLowerCase())) odd.push(letter)
  }
  expect(odd).toEqual(['\u0130', '\u212a'])
})

test('a field has the same value in SQL as in memory, whatever its source', async () => {
  const { db } = database
  const platform = 'p-fields'
  const at = new Date('2026-02-01T00:00:00Z')
  const ann = {
    ...party('ann'),
    profile: { username: 'kept', accountStatus: 'Active', transactionStatus: 'of the customer' },
  }
  const bob = { ...party('bob'), profile: { contractStatus: 'of the customer', website: null } }
  const paid = pay('a', '03-01 10:00', 'ann > bob', 5, {
    customer: ann,
    counterparty: { name: 'bob', country: 'CA', account: bob },
    data: { merchantName: 'Shop', website: 'sent.example', transactionAmount: 'much', accountStatus: null },
  })
  await ingest(db, [paid], { platform, now: new Date('2026-06-01T00:00:00Z') })
  await db
    .insertInto('contract')
    .values({
      platform,
      id: 'k1',
      customer_id: 'ann',
      type: 'merchant',
      status: 'ACTIVE',
      created_at: at,
      signed_at: at,
      terms: '{}',
    })
    .execute()
  await db
    .insertInto('customer_risk')
    .values({ platform, customer_id: 'ann', score: 71, level: 'high', diligence: null, factors: '[]', updated_at: at })
    .execute()
  await saveAccounts(db, DEMO_ACCOUNTS)
  await sql`insert into document_form (id, platform, type, customer_id, customer_name, status, data, author_id, hands,
      approved_by, created_at, updated_at)
    select gen_random_uuid(), ${platform}, 'edd_ond', 'ann', 'Ann', status, jsonb_build_object('isPep', pep), 'analyst',
      '{analyst}', approver, ${at}, ${at} from (values ('approved', true, 'manager'), ('new', false, null)) as v (status, pep, approver)`.execute(
    db,
  )
  const names = [...FIELD_LISTS.transactionExtended, ...CUSTOMER_FIELDS].map(({ name }) => name)
  for (const account of ['ann', 'bob']) {
    for (const transactionId of ['a', null]) {
      const known = await loadSubjects(db, platform, [{ transactionId, account }])
      const subjectOf = known.get(keyOf({ transactionId, account }))?.subject ?? {}
      const group: FilterGroup = {
        combinator: 'and',
        rules: names.map((field) => ({ field, operator: 'isEmpty', value: null })),
      }
      const { rows } = await sql<{ told: Record<string, unknown> }>`
        select jsonb_object(array[]::text[]) || ${sql.join(
          names.map((name) => sql`jsonb_build_object(${sql.lit(name)}, ${fieldOf(name)})`),
          sql` || `,
        )} as told
        from customer c left join transaction t on t.platform = c.platform and t.id = ${transactionId}
        ${joinsFor(namesIn([group]))}
        where c.platform = ${platform} and c.id = ${account}`.execute(db)
      if (account === 'ann') expect(subjectOf).toMatchObject({ riskScore: 71, riskLevel: 'high', isPep: true })
      expect(rows[0]?.told).toEqual(Object.fromEntries(names.map((name) => [name, subjectOf[name] ?? null])))
    }
  }
})
