import type { Insertable } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { NOON, type MadeCase, type NewCase, type World } from '#tests/support/world.ts'
import { nothing, RULE_WRITERS, type Rows } from '../row.ts'

const who = RULE_WRITERS
const on: NewCase = { status: 'complete', alerts: [{ status: 'resolved' }] }
const other = (account: string) => (account === 'analyst2' ? 'analyst' : 'analyst2')

type State = Pick<Insertable<Database['quality_review']>, 'decided_by'> &
  Partial<Insertable<Database['quality_review']>>

/** A quality review at the case's alert, in a state that lets the call succeed. */
async function lookAt({ db }: World, one: MadeCase, state: State) {
  const { id } = await db
    .insertInto('quality_review')
    .values({
      platform: one.platform,
      alert_id: one.alertIds[0] ?? '',
      case_id: one.id,
      is_golden: false,
      why: 'all',
      drawn_at: NOON,
      decided_at: NOON,
      expected: 'cleared',
      ...state,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { reviewId: id }
}
const differs = { outcome: 'suspicious', note: 'Split.', read_at: NOON } as const

export const quality: Rows = {
  people: { input: nothing },
  reviews: { input: () => ({ query: { show: 'read' } }) },
  next: { input: nothing },
  read: {
    on,
    input: async (one, world, account) => ({
      params: await lookAt(world, one, { decided_by: other(account), reader: account }),
      body: { outcome: 'cleared', note: 'Fits.' },
    }),
  },
  reply: {
    on,
    input: async (one, world, account) => ({
      params: await lookAt(world, one, {
        decided_by: account,
        reader: other(account),
        ...differs,
        finding: 'open',
      }),
      body: { agrees: true, text: 'Overlooked.' },
    }),
  },
  close: {
    on,
    who,
    input: async (one, world) => ({
      params: await lookAt(world, one, {
        decided_by: 'analyst',
        reader: 'analyst2',
        ...differs,
        finding: 'answered',
      }),
      body: { isUpheld: true, note: 'Seen.' },
    }),
  },
  policy: { input: nothing, who },
  setRate: { input: () => ({ body: { scope: 'all', key: '', rate: 1, reason: 'A start.' } }), who },
  addGolden: {
    on,
    who,
    input: (one) => ({ body: { alertId: one.alertIds[0], truth: 'cleared', reason: 'A plain one.' } }),
  },
  endGolden: {
    on,
    who,
    input: async (one, { db }) => {
      const { id } = await db
        .insertInto('golden_item')
        .values({
          platform: one.platform,
          alert_id: one.alertIds[0] ?? '',
          truth: 'cleared',
          reason: 'Plain.',
          author: 'manager',
          at: NOON,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { params: { goldenId: id } }
    },
  },
  draw: { input: nothing, who },
}
