import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { FIELDS } from '#src/format/field-table.ts'
import { fieldsOfDemo } from '#tests/support/demo-fields.ts'
import { startServer } from '#tests/support/start-world.ts'

const now = new Date('2026-11-01T12:00:30Z')

const server = await startServer({ now: () => now, env: { RATE_LIMIT: '100000' } })
beforeAll(async () => {
  await seedDemo(server.db, { size: 'small', now, config: readConfig({}) })
}, 240_000)

/** Fields of replies that no record of the demo world has, by reason. */
const WITHOUT: Record<string, readonly string[]> = {
  'nothing waits for a second person, or did': [
    'cases.list.items.strProposal',
    'cases.list.items.approval',
    'cases.view.strProposal',
    'cases.view.approval',
    'customers.sanctions.items.approval',
    'rules.list.items.proposal',
    'rules.view.proposal',
    'rules.revisions.items.approved',
    'allowlists.list.items.approval',
    'allowlists.list.items.review',
    'allowlists.list.items.approved',
    'configSets.list.items.pending',
  ],
  'every rule runs, and none was tried': [
    'rules.list.items.stopped',
    'rules.view.stopped',
    'rules.revisions.items.evidence',
  ],
  'our server has the same under another name': ['alerts.list.items.ruleCriteria', 'helpdesk.tickets.items.webUrl'],
  'no list is so long': ['rules.list.capped', 'allowlists.list.capped'],
  'nobody wrote, attached or excluded one': [
    'cases.list.items.review',
    'cases.view.review',
    'cases.view.notes.writtenBeforeClose',
    'cases.view.notes.template',
    'customers.sanctions.items.reopened',
    'tasks.view.items.entries.reason',
    'rules.list.items.options.customer_filters.where.not',
    'helpdesk.threads.items.isAutomatic',
    'helpdesk.thread.isAutomatic',
  ],
}
/** The date of another server's transactions; ours have `transactionUtcDate`. */
const OF_OTHERS = ['datetime']

test(
  'every field that the catalogue names has a value in some record of the demo world',
  { timeout: 240_000 },
  async () => {
    const { without, keys } = await fieldsOfDemo(server)
    expect(without.toSorted()).toEqual(Object.values(WITHOUT).flat().toSorted())
    expect(Object.keys(FIELDS).filter((name) => !keys.has(name))).toEqual(OF_OTHERS)
  },
)
