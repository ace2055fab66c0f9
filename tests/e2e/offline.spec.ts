// The server is dead: a tab that is opened now still shows the queue, says so, and takes decisions.
import {
  caseAtCursor,
  connection,
  effectsOn,
  enrolPassphrase,
  expect,
  isDrained,
  openQueue,
  palette,
  press,
  preview,
  queue,
  queueIsThere,
  rowOf,
  test,
  unlock,
  unsent,
  workerIsReady,
  cutOff,
} from './support.ts'

test.use({ serviceWorkers: 'allow' })

test.use({ account: 'analyst' })
test.setTimeout(120_000)

test('a cold start without a server shows the last queue and loses no decision', async ({ context, world }) => {
  const before = await context.newPage()
  await openQueue(before, world.url, 'prepaid-card')
  await expect(preview(before).getByRole('heading', { level: 2 })).toBeVisible()
  await workerIsReady(before)
  await enrolPassphrase(context, world, 'prepaid-card')
  const count = await queue(before).getAttribute('aria-rowcount')
  await before.close()
  await world.stop()

  const page = await context.newPage()
  await page.goto(`${world.url}/admin/prepaid-card/cases/`)
  await unlock(page)
  await queueIsThere(page)
  await expect(queue(page)).toHaveAttribute('aria-rowcount', count ?? '')
  await expect(connection(page)).toContainText('Offline')
  const id = await caseAtCursor(page)
  await page.keyboard.press('w')
  await expect(unsent(page)).toHaveText('1 unsent')
  await page.reload()
  await unlock(page)
  await queueIsThere(page)
  await expect(connection(page)).toContainText('Offline')
  // background requests fail silently: the connection is shown already
  await expect(page.getByRole('contentinfo')).not.toContainText('No answer')
  await expect(rowOf(page, id)).toHaveCount(0)
  await expect(unsent(page)).toHaveText('1 unsent')

  await world.start()
  await isDrained(page)
  expect(await effectsOn(world, id)).toEqual(['change status'])
})

test('offline, cases read ahead open, all open work is found and counted, and the queue accepts new filters', async ({
  page,
  context,
  world,
}) => {
  await test.step('cases read ahead open offline and are marked so; the palette finds all open work', async () => {
    await openQueue(page, world.url, 'paxum')
    const first = await caseAtCursor(page)
    await press(page, 'x', 'j', 'x')
    const second = await caseAtCursor(page)
    await page.keyboard.press('Shift+O')
    await expect(page.getByRole('contentinfo')).toContainText('2 cases are available offline')
    for (const id of [first, second]) await expect(rowOf(page, id)).toHaveAccessibleName(/, available offline$/)

    // the oldest is far beyond what the list has loaded
    const far = await world.db
      .selectFrom('alert as a')
      .innerJoin('monitoring_case as c', (join) =>
        join.onRef('c.id', '=', 'a.case_id').onRef('c.platform', '=', 'a.platform'),
      )
      .select(['a.id as alertId', 'c.id as caseId', 'c.client_name as name'])
      .where('a.platform', '=', 'paxum')
      .where('c.status', '=', 'new')
      .where('a.id', '>=', '1000')
      .orderBy('c.created_at')
      .limit(1)
      .executeTakeFirstOrThrow()
    await cutOff(page)
    await expect(connection(page)).toContainText('Offline')
    // nothing can be made available now, and nobody is left in doubt
    await page.keyboard.press('Shift+O')
    await expect(page.getByRole('contentinfo')).toContainText(/network|offline/i)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: new RegExp(second) })).toBeVisible()

    await page.keyboard.press('Control+k')
    // a digit alone would choose what has it
    await page.keyboard.type(`#${far.alertId}`)
    const found = palette(page).getByRole('option', { name: new RegExp(`on ${far.caseId}, ${far.alertId}`) })
    await expect(found).toBeVisible()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(far.caseId)
    await expect(
      palette(page)
        .getByRole('option', { name: new RegExp(far.caseId) })
        .first(),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/case/${far.caseId}**`)
    await context.setOffline(false)
  })
  await test.step('offline, the queue accepts new filters, and counts open work', async () => {
    const openCases = async (...statuses: string[]) => {
      const { n } = await world.db
        .selectFrom('monitoring_case')
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .where('platform', '=', 'paxum')
        .where('status', 'in', statuses)
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    await openQueue(page, world.url, 'paxum')
    await workerIsReady(page)
    const total = await openCases('new', 'await', 'error', 'process')
    await press(page, 'g', 'o')
    await expect(page.getByRole('region', { name: 'Outbox' })).toContainText(
      `${total.toLocaleString('en')} open cases on this device`,
    )
    await enrolPassphrase(context, world)
    await cutOff(page)
    await page.goto(`${world.url}/admin/paxum/cases/?status=await`)
    await unlock(page)
    await queueIsThere(page)
    await expect(connection(page)).toContainText('Offline')
    await expect(queue(page)).toHaveAttribute('aria-rowcount', String((await openCases('await')) + 1))
    // who locks and comes back finds it all again, still without one
    await page.keyboard.press('Control+Shift+L')
    await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
    await unlock(page)
    await queueIsThere(page)
    await expect(queue(page)).toHaveAttribute('aria-rowcount', String((await openCases('await')) + 1))
    await context.setOffline(false)
  })
})
