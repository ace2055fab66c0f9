/** Allowlists of the demo world: running, about to end, ended, and one that has resolved what it covered. */
import { sql, type Transaction } from 'kysely'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import { addAllowlist, changeAllowlist } from '#server/allowlists/allowlist-writer.ts'
import { RESOLVE_ALERTS, resolveAllNow } from '#server/allowlists/resolve-alerts.ts'
import { readConfig } from '#server/core/config.ts'
import { uuidOf } from '#server/core/uuid.ts'
import { coveredAlerts, loadTerms } from '#server/monitoring/allowlist-terms.ts'
import type { Database } from '#server/schema/database.ts'
import { OPEN_ALERT } from '#server/store/sql.ts'
import { insertTask } from '#server/tasks/queries.ts'
import { actorOf, ruleNamed, type Writers } from './rules.ts'

const DAY = 86_400_000
/** The maximum number of alerts that the finished task resolved, so that the queue keeps some. */
const RESOLVED = 6

/** Writes the allowlists of one platform; its first alerts and rules have to exist. */
export async function seedAllowlists(tx: Transaction<Database>, writers: Writers): Promise<void> {
  if (writers.managers.length === 0) return
  const { platform } = writers
  const day = (daysAgo: number) => new Date(writers.anchor.getTime() - daysAgo * DAY).toISOString().slice(0, 10)
  const base = { platform, comment: '', ignoreCriteria: false, endDate: null, startDate: day(100) }
  const velocity = await ruleNamed(tx, platform, 'Velocity')
  if (velocity) {
    const body: AllowlistBody = {
      ...base,
      name: 'Busy merchants',
      comment: 'Merchants make more payments a day than people do.',
      ruleId: velocity.id,
      customerType: 'business',
      ruleCriteria: { account_velocity: { maxTransactions: 40, period: 1 } },
    }
    const { id } = await addAllowlist(tx, actorOf(writers, 0, 70), body)
    const tighter = {
      ...body,
      ruleCriteria: { account_velocity: { maxTransactions: 25, period: 1 } },
      endDate: day(-4),
    }
    await changeAllowlist(tx, actorOf(writers, 1, 12), { ...tighter, id })
  }
  const daily = await ruleNamed(tx, platform, 'Daily total')
  if (daily) {
    await addAllowlist(tx, actorOf(writers, 1, 95), {
      ...base,
      name: 'Payroll of the spring',
      comment: 'Announced by the customer, contract on file.',
      ruleId: daily.id,
      customerType: 'business',
      ruleCriteria: { summary_amount_transaction: { total: '60000', period: 1 } },
      filterGroups: [
        { combinator: 'and', rules: [{ field: 'transactionDesc', operator: 'contains', value: 'salary' }] },
      ],
      endDate: day(30),
    })
    await seedReported(tx, writers, { ...base, ruleId: daily.id, startDate: day(40) })
  }
  await seedResolved(tx, writers, base)
}

/** The busiest business has limits of its own, and an amount from which it is reported whatever was agreed. */
async function seedReported(
  tx: Transaction<Database>,
  writers: Writers,
  base: Pick<AllowlistBody, 'platform' | 'ruleId' | 'ignoreCriteria' | 'startDate' | 'endDate'>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customer c join transaction t on t.platform = c.platform and t.customer_id = c.id
    where c.platform = ${writers.platform} and c.type = 'business'
    group by c.id order by count(*) desc, c.id limit 1`.execute(tx)
  const [busiest] = rows
  if (!busiest) return
  await addAllowlist(tx, actorOf(writers, 0, 40), {
    ...base,
    name: 'Weekly settlement',
    comment: 'Pays its suppliers once a week, as agreed at the last review; more than twice of it is looked at.',
    customerType: 'business',
    customerId: busiest.id,
    ruleCriteria: { summary_amount_transaction: { total: '50000', period: 1 } },
    reportCriteria: { summary_amount_transaction: { total: '100000', period: 1 } },
  })
}

/** The customer with the most open alerts of one rule gets an allowlist that has resolved the first of them. */
async function seedResolved(
  tx: Transaction<Database>,
  writers: Writers,
  base: Pick<AllowlistBody, 'platform' | 'ignoreCriteria' | 'startDate' | 'endDate'>,
): Promise<void> {
  const { platform } = writers
  const { rows } = await sql<{ rule_id: string; customer_id: string; type: AllowlistBody['customerType'] }>`
    select a.rule_id, a.customer_id, c.type
    from alert a join customer c on c.platform = a.platform and c.id = a.customer_id
    where a.platform = ${platform} and a.status in ${OPEN_ALERT} and a.level = 'alert' and a.kind = 'transaction'
    group by a.rule_id, a.customer_id, c.type having count(*) > 1
    order by count(*) desc, a.rule_id, a.customer_id limit 1`.execute(tx)
  const [busiest] = rows
  if (!busiest) return
  const by = actorOf(writers, 0, 1)
  const made = await addAllowlist(tx, by, {
    ...base,
    name: 'Known regular payer',
    comment: 'Source of funds and purpose were documented at the last review.',
    ruleId: busiest.rule_id,
    customerType: busiest.type,
    customerId: busiest.customer_id,
    ignoreCriteria: true,
    ruleCriteria: {},
  })
  const [terms] = await loadTerms(tx, platform, { versionId: made.versionId })
  const alertIds = terms ? await coveredAlerts(tx, platform, terms, RESOLVED) : []
  // the latest of its alerts may be minutes old
  const { now } = actorOf(writers, 0, 0)
  const uuid = uuidOf(`task:${platform}/${made.versionId}`)
  const task = { uuid, platform, kind: RESOLVE_ALERTS, allowlistId: made.id, versionId: made.versionId }
  await insertTask(tx, { ...task, author: by.account.id, at: now() }, alertIds)
  let n = 0
  const newId = () => uuidOf(`task note:${uuid}/${(n += 1)}`)
  await resolveAllNow(tx, uuid, { config: readConfig({}), now, newId })
}
