/** Templates that close by one key on every alert, in place of those that ask for words: for journeys about other things. */
import type { Kysely } from 'kysely'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { TemplateValue } from '#contract/model/templates/template-value.ts'
import type { Database } from '#server/schema/database.ts'

/** It speaks to the alert itself, whatever its rule, and is true of each. */
const claims: TemplateValue['claims'] = [
  { sentence: 'The allowlists were looked up', fact: 'allowlist.covering', is: 'gte', value: 0 },
]
const plain = { revision: 1, gist: '', ruleTypes: [], evidence: [] } satisfies Partial<TemplateValue>
const PLAIN: Readonly<Record<string, TemplateValue>> = {
  'data-error': {
    ...plain,
    title: 'Data error',
    body: 'Closed: data. {{claims}}',
    use: 'resolve',
    reason: 'FP_DATA',
    claims,
  },
  'account-data': {
    ...plain,
    title: 'Data error',
    body: '{{alert.ruleName}} fired on {{customer.name}}. Closed: data. {{claims}}',
    use: 'account',
    reason: 'FP_DATA',
    claims,
  },
  reject: { ...plain, title: 'Reject', body: 'Rejected: policy 4.2.', use: 'reject', reason: 'REJECT_TXN' },
}

/** Shares them on every platform. */
export async function sharePlainTemplates(db: Kysely<Database>): Promise<void> {
  const rows = PLATFORMS.flatMap(({ name: platform }) =>
    Object.entries(PLAIN).map(([id, value]) => ({
      owner: '',
      platform,
      kind: 'template',
      id,
      value: JSON.stringify(value),
      updated_at: new Date(),
      updated_by: 'manager',
    })),
  )
  await db.insertInto('setting').values(rows).execute()
}
