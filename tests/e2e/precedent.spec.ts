// A decision against precedent: asked once, in the middle of the screen, and answered by keyboard; the same without a network.
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { BOUNCE_MS, takeIn } from './triage-record.ts'
import { expect, isDrained, loseNetwork, test, unsent, violations, type World } from './support.ts'

const PLATFORM = 'paydek'
const MADE = 12
test.use({ account: 'analyst' })
test.setTimeout(120_000)

interface Prepared {
  caseId: string
  alertId: string
}

/** New cases with one open alert, each with a dozen precedents of its own customer and rule, all resolved, and no others. */
async function withPrecedents({ db }: World, count: number): Promise<Prepared[]> {
  const { rows } = await sql<{ id: string; case_id: string; customer_id: string; rule_id: string }>`
    select distinct on (a.customer_id) a.id, a.case_id, a.customer_id, a.rule_id from alert a
    join monitoring_case k on k.platform = a.platform and k.id = a.case_id
    where a.platform = ${PLATFORM} and a.status = 'new' and k.status = 'new' and k.alert_count = 1
      and a.level <> 'hardstop' and a.hit_id is null
      and not exists (select from alert p where p.platform = a.platform and p.customer_id = a.customer_id
        and p.rule_id = a.rule_id and p.id <> a.id)
    order by a.customer_id, a.id desc limit ${count}`.execute(db)
  for (const row of rows) {
    // those that are others' by now are taken from nobody twice
    await sql`with taken as (
        select a.id, a.case_id from alert a where a.platform = ${PLATFORM} and a.status = 'resolved' and a.id < ${row.id}
          and not exists (select from alert b where b.case_id = a.case_id and b.id <> a.id)
          and a.case_id is not null and a.customer_id <> all(${rows.map((one) => one.customer_id)})
        order by a.id desc limit ${MADE}
      ), cleared as (
        update monitoring_case set recommended_str = 0 where platform = ${PLATFORM} and id in (select case_id from taken)
      )
      update alert set customer_id = ${row.customer_id}, rule_id = ${row.rule_id}, sar = 0
      where id in (select id from taken)`.execute(db)
  }
  return rows.map(({ id, case_id: caseId }) => ({ alertId: id, caseId }))
}

const question = (page: Page) => page.getByRole('alertdialog')
async function sealOf({ db }: World, { alertId }: Prepared): Promise<unknown> {
  const entry = await db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'reject alert')
    .where('object_id', '=', alertId)
    .executeTakeFirst()
  return entry?.after
}

/** Opens the case, and waits until its facts are there. */
async function openCase(page: Page, url: string, { caseId }: Prepared) {
  await page.goto(`${url}/admin/${PLATFORM}/case/${caseId}`)
  await expect(page.getByText('Same rule and customer').first()).toBeVisible({ timeout: 30_000 })
}

/** Rejects the alert of the case in front by the first template: it is asked about. */
async function reject(page: Page) {
  await page.keyboard.press('Shift+r')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('1')
  await expect(question(page)).toContainText('against precedent')
  await expect(question(page)).toContainText('prior alerts (same rule and customer) were resolved without an STR')
  await takeIn(page, BOUNCE_MS)
}

test('a decision against precedent asks once, and the reason, or that it is kept, is recorded', async ({
  page,
  world,
}) => {
  const [one, other] = await withPrecedents(world, 2)
  if (!one || !other) throw new Error('the demo world has no two such cases')
  await openCase(page, world.url, one)

  await reject(page)
  expect(await violations(page), 'the question').toEqual([])
  await expect(question(page).getByRole('list', { name: 'Precedents' }).getByRole('link')).toHaveCount(5)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(unsent(page)).toBeHidden()

  await reject(page)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1 payer is unknown')
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await isDrained(page)
  await expect
    .poll(() => sealOf(world, one))
    .toMatchObject({ status: 'rejected', facts: { precedent: { answer: '1 payer is unknown', isCurrent: true } } })

  await openCase(page, world.url, other)
  await loseNetwork(page)
  await reject(page)
  await page.keyboard.press('Enter')
  await expect(unsent(page)).toBeVisible()
  await page.context().setOffline(false)
  await isDrained(page)
  await expect
    .poll(() => sealOf(world, other))
    .toMatchObject({ facts: { precedent: { answer: 'Kept', isCurrent: true } } })
})
