// One customer by keyboard: every section, the people behind a company, a decision on a sanctions hit, and no network.
import { sql } from 'kysely'
import {
  cutOff,
  expect,
  isDrained,
  openQueue,
  OURS,
  press,
  test,
  violations,
  workerIsReady,
  type World,
} from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(240_000)

const hrefOf = ({ url }: World, id: string) => `${url}/admin/paxum/customers/customer/${id}`

/** A customer with a transaction that raised a case and one, the later, that raised none. */
async function findPayer({ db }: World): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select t.customer_id as id from transaction t
    where t.platform = 'paxum'
    group by t.customer_id
    having (array_agg(exists (select from monitoring_case c where c.platform = 'paxum' and c.transaction_id = t.id)
      order by t.at desc))[1] = false
      and bool_or(exists (select from monitoring_case c where c.platform = 'paxum' and c.customer_id = t.customer_id))
    order by t.customer_id limit 1`.execute(db)
  return rows[0]?.id ?? ''
}

/** A company that is owned by a customer of ours that is a company with owners of its own. */
async function findCompany({ db }: World): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select m.company_id as id from company_member m
    join customer c on c.platform = m.platform and c.id = m.member_id
    join company_member n on n.platform = m.platform and n.company_id = m.member_id
    where m.platform = 'paxum' and m.role = 'owner_company'
    order by m.company_id limit 1`.execute(db)
  return rows[0]?.id ?? ''
}

const SECTIONS = ['Profile', 'Alerts', 'Transactions', 'Risk', 'Documents', 'Notes', 'Company', 'Log', 'Helpdesk']

test('a case leads to its customer and back, with every section on its digit', async ({ page, world }) => {
  await openQueue(page, world.url)
  await page.keyboard.press('u')
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  for (const [index, name] of SECTIONS.entries()) {
    await page.keyboard.press(String(index + 1))
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('main [role="status"][aria-label^="Loading"]')).toHaveCount(0)
    expect(await violations(page), name).toEqual([])
  }
  await press(page, 't')
  await expect(page.getByRole('table', { name: 'Deposits and withdrawals by month' })).toBeVisible()
  await press(page, 'f')
  await expect(page.getByRole('dialog', { name: /Flow of money/ })).toBeVisible()
  await press(page, 'Escape', '/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await press(page, 'Escape', 'Escape')
  await expect(page.getByRole('grid', { name: 'Cases' })).toBeVisible()
})

test('cases are listed beside the account alerts, a transaction without a case opens, owners fold and open', async ({
  page,
  world,
}) => {
  await page.goto(hrefOf(world, await findPayer(world)))
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await press(page, '2')
  await expect(page.getByRole('region', { name: 'Cases' })).toContainText(/alerts on transactions\): [1-9]/)
  await press(page, '3')
  const grid = page.getByRole('grid', { name: 'Transactions' })
  await expect(grid).toBeFocused()
  const row = grid.getByRole('row').filter({ hasText: '–' }).first()
  // a time is told whole
  await expect(row).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)
  await row.dblclick()
  await expect(page.getByRole('dialog', { name: /^Transaction / })).toContainText('This transaction raised no case.')

  // company owners are expanded, arrows fold, Enter opens a customer
  await page.goto(hrefOf(world, await findCompany(world)))
  await expect(page.getByRole('tab', { name: 'Company' })).toBeVisible()
  await page.keyboard.press('7')
  const tree = page.getByRole('tree', { name: 'Company structure' })
  const current = tree.getByRole('treeitem', { selected: true })
  await expect(current).toHaveAttribute('aria-level', '1')
  expect(await tree.getByRole('treeitem').evaluateAll((all) => all.map((one) => one.ariaLevel))).toContain('3')
  const count = await tree.getByRole('treeitem').count()
  await press(page, 'ArrowLeft')
  await expect(tree.getByRole('treeitem')).toHaveCount(1)
  await press(page, 'ArrowRight')
  await expect(tree.getByRole('treeitem')).toHaveCount(count)
  await press(page, 'ArrowRight')
  await expect(current).toHaveAttribute('aria-level', '2')
  expect(await tree.getAttribute('aria-activedescendant')).toBe(await current.getAttribute('id'))

  const own = await page.getByRole('heading', { level: 2 }).textContent()
  // down to the first company that is a customer of ours: customers have their names in bold
  while (!(await current.locator('.font-medium').count())) await press(page, 'j')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(own ?? '')
  await press(page, 'Escape')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(own ?? '')
})

test('an unreadable section says so, and is read again by its key and its button', async ({ page, world }) => {
  await openQueue(page, world.url)
  await page.route('**/customerLog/**', (route) =>
    route.fulfill({ status: 404, headers: OURS, json: { message: 'Away.' } }),
  )
  await press(page, 'u')
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await press(page, '8')
  await expect(page.getByText('The log could not be read')).toBeVisible()
  await expect(page.getByText('Away.').first()).toBeVisible()
  const again = page.waitForResponse('**/customerLog/**')
  await press(page, 'g', 'n')
  expect((await again).status()).toBe(404)
  await page.unroute('**/customerLog/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The log could not be read')).toBeHidden()
  await expect(page.locator('main ol li').first()).toBeVisible()
})

const openHit = ({ db }: World) =>
  db
    .selectFrom('sanctions_hit')
    .select(['id', 'customer_id', 'name'])
    .where('platform', '=', 'paxum')
    .where('outcome', '=', 'potential_match')
    // the first of its customer's list, under the cursor
    .orderBy('score', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow()

test('a sanctions hit is decided by keyboard, with a reason; one confirmed meanwhile is not dismissed unseen', async ({
  page,
  world,
}) => {
  const hit = await openHit(world)
  await page.goto(`${hrefOf(world, hit.customer_id)}?section=risk`)
  const row = (outcome: string) => page.getByRole('row', { name: new RegExp(`${hit.name}.*${outcome}`, 'i') }).first()
  await expect(row('Potential match')).toBeVisible()
  const ofHit = () => world.db.updateTable('sanctions_hit').where('id', '=', hit.id)
  await ofHit()
    .set({ outcome: 'true_positive', decided_by: 'analyst', version: sql`version + 1` })
    .execute()
  await press(page, 'd')
  await page.keyboard.type('false match: other')
  await press(page, 'Enter')
  await page.keyboard.type('Another date of birth.')
  await press(page, 'Enter')
  await expect(page.getByText('This hit has changed since you opened it.').first()).toBeVisible()
  await expect(row('True positive')).toBeVisible()

  // as it was
  await ofHit()
    .set({ outcome: 'potential_match', decided_by: null, version: sql`version + 1` })
    .execute()
  await page.reload()
  await expect(row('Potential match')).toBeVisible()
  await press(page, 'd')
  // dispositions that the state does not allow are not offered, nor those that screening does not show
  await expect(page.getByRole('option', { name: /relationship ended|Potential match again/ })).toHaveCount(0)
  await expect(page.getByRole('option', { name: /gender differs/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.type('false match: other')
  await press(page, 'Enter')
  await page.keyboard.type('Another date of birth.')
  await press(page, 'Enter')
  await expect
    .poll(async () => {
      const now = await world.db
        .selectFrom('sanctions_hit')
        .select(['outcome', 'note'])
        .where('id', '=', hit.id)
        .executeTakeFirst()
      return now
    })
    .toEqual({ outcome: 'false_positive', note: 'Another date of birth.' })
  await expect(row('False positive')).toBeVisible()
  await press(page, 'd')
  // a manager may reopen what was decided, and nothing else follows a false positive
  const reopening = page.getByRole('option', { name: /^Potential match again/ })
  await expect(reopening).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('option')).toHaveCount(1)
  expect(new URL(page.url()).pathname).toContain(hit.customer_id)
})

test(
  'offline, visited records show their age; documents say that they need the network',
  { tag: '@worker' },
  async ({ page, context, world }) => {
    await page.goto(hrefOf(world, await findCompany(world)))
    await workerIsReady(page)
    await expect(page.getByRole('tab', { name: 'Company' })).toBeVisible()
    await press(page, '7')
    await expect(page.getByRole('tree')).toBeVisible()
    await press(page, '1')
    const name = (await page.getByRole('heading', { level: 2 }).textContent()) ?? ''
    await isDrained(page)

    await cutOff(page)
    await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Offline')
    await press(page, '7')
    await expect(page.getByRole('tree')).toBeVisible()
    await expect(page.getByText(/^read (just now|.* ago)$/).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(name)
    await press(page, '5')
    await expect(page.getByText('The documents need the network')).toBeVisible()
    await press(page, '4', 'd')
    await expect(page.getByText(/Not a sanctions hit|offline|network/i).first()).toBeVisible()
    await context.setOffline(false)
  },
)
