// Documents by keyboard: looked at in the page, turned over, turned round, saved; by a link; and the files that go in.
import type { Page } from '@playwright/test'
import { expect, palette, press, test, violations, type World } from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(180_000)

const viewer = (page: Page) => page.getByRole('region', { name: /^Document / })
const canvas = (page: Page) => viewer(page).getByRole('img')

/** A customer with a statement and a picture. */
async function someone({ db }: World): Promise<string> {
  const { customer_id } = await db
    .selectFrom('customer_document as d')
    .innerJoin('file as f', 'f.id', 'd.id')
    .select('d.customer_id')
    .where('d.platform', '=', 'paxum')
    .groupBy('d.customer_id')
    .having(({ fn }) => fn.count('f.type').distinct(), '>=', 2)
    .orderBy('d.customer_id')
    .executeTakeFirstOrThrow()
  return customer_id
}

async function openSection(page: Page, world: World): Promise<void> {
  await page.goto(`${world.url}/admin/paxum/customers/customer/${await someone(world)}?section=documents`)
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeFocused({ timeout: 30_000 })
}

/** Goes down until a document of this ending is in front. */
async function showEnding(page: Page, world: World, type: string): Promise<void> {
  const ids = await world.db
    .selectFrom('customer_document as d')
    .innerJoin('file as f', 'f.id', 'd.id')
    .select('f.type')
    .where('d.platform', '=', 'paxum')
    .where('d.customer_id', '=', await someone(world))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id')
    .execute()
  const index = ids.findIndex((row) => row.type === type)
  expect(index).toBeGreaterThanOrEqual(0)
  await press(page, 'g', 'g', ...Array.from({ length: index }, () => 'j'), 'Enter')
}

/** Something is drawn: not every point has one colour. */
const isDrawn = (page: Page) =>
  canvas(page).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    const points = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    return new Set(new Uint32Array((points as Uint8ClampedArray).buffer)).size > 1
  })

test('a PDF is read in the page and closed by Escape; an image is drawn, follows the cursor, and is saved', async ({
  page,
  world,
}) => {
  await openSection(page, world)
  await showEnding(page, world, 'application/pdf')
  await expect(viewer(page).getByRole('status', { name: 'Page' })).toContainText('1 of 2')
  await expect.poll(() => isDrawn(page)).toBe(true)
  await expect(viewer(page)).toContainText('STATEMENT OF ACCOUNT')
  await press(page, 'n')
  await expect(viewer(page).getByRole('status', { name: 'Page' })).toContainText('2 of 2')
  await expect(viewer(page)).toContainText('Closing balance')
  await press(page, 'n', 'Shift+N')
  await expect(viewer(page).getByRole('status', { name: 'Page' })).toContainText('1 of 2')
  const before = await canvas(page).boundingBox()
  await press(page, '+')
  await expect.poll(async () => ((await canvas(page).boundingBox())?.width ?? 0) > (before?.width ?? 0)).toBe(true)
  await press(page, '0', 'Shift+T')
  await expect.poll(async () => ((await canvas(page).boundingBox())?.height ?? 0) < (before?.height ?? 0)).toBe(true)
  expect(await violations(page)).toEqual([])
  await press(page, 'Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeFocused()

  await showEnding(page, world, 'image/png')
  await expect.poll(() => isDrawn(page)).toBe(true)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Shift+S')])
  expect(download.suggestedFilename()).not.toBe('')
  const name = await viewer(page).getAttribute('aria-label')
  await press(page, 'g', 'g')
  await press(page, 'Shift+G')
  await expect(viewer(page)).toHaveCount(1)
  await press(page, 'k')
  await expect.poll(() => viewer(page).getAttribute('aria-label')).not.toBe(name)
})

test('a link opens a document by its id; an unknown one says so', async ({ page, world }) => {
  const file = await world.db
    .selectFrom('file')
    .select(['id', 'name'])
    .where('platform', '=', 'paydek')
    .where('type', '=', 'application/pdf')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await page.goto(`${world.url}/open-doc/${file.id}`)
  await expect(page.getByRole('region', { name: `Document ${file.name}` })).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => isDrawn(page)).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.goto(`${world.url}/open-doc/00000000-0000-7000-8000-000000000000`)
  await expect(page.getByText('The document could not be read')).toBeVisible()
})

test('the KYC export asks for confirmation, goes to staff, and is refused to others', async ({ page, world }) => {
  await openSection(page, world)
  await press(page, 'Shift+E')
  await page.keyboard.type('somebody@example.org')
  await press(page, 'Enter')
  await expect(palette(page)).toContainText('Mail personal data of every client of Paxum to somebody@example.org')
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden({ timeout: 400 })
  }).toPass()
  await expect(page.getByText(/sent to staff with access to this platform only/).first()).toBeVisible()
  await press(page, 'Shift+E')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await press(page, 'Enter')
  await expect(palette(page)).toContainText('Mail personal data')
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden({ timeout: 400 })
  }).toPass()
  await expect(page.getByText(/The export will be sent to/).first()).toBeVisible()
})

test('a signed copy of the wrong kind is refused before it is sent; a PDF files the report', async ({
  page,
  world,
}) => {
  const form = await world.db
    .selectFrom('document_form')
    .select(['id', 'customer_id'])
    .where('platform', '=', 'paxum')
    .where('type', '=', 'sar')
    .where('status', '=', 'approved')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await page.goto(`${world.url}/admin/paxum/customers/customer/${form.customer_id}`)
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible()
  await press(page, 'Shift+H')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await press(page, 'Enter')
  const upload = page.getByRole('group', { name: 'Signed copy' })
  await expect(upload.getByRole('button', { name: /Choose a file/ })).toBeFocused()
  const input = upload.locator('input[type=file]')
  await input.setInputFiles({ name: 'sar.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK') })
  await expect(upload.getByRole('alert')).toContainText('a PDF or a scan')
  await input.setInputFiles({ name: 'sar.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a PDF at all') })
  await expect(upload.getByRole('alert')).toContainText('was rejected')
  const pdf = await world.db
    .selectFrom('file')
    .select('id')
    .where('type', '=', 'application/pdf')
    .executeTakeFirstOrThrow()
  const bytes = await page.context().request.get(`${world.url}/api/files/paxum/${pdf.id}`, {
    headers: { 'auth-token': (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '' },
  })
  await input.setInputFiles({ name: 'sar.pdf', mimeType: 'application/pdf', buffer: await bytes.body() })
  await expect(upload).toBeHidden()
  await expect
    .poll(async () => {
      const { status } = await world.db
        .selectFrom('document_form')
        .select('status')
        .where('id', '=', form.id)
        .executeTakeFirstOrThrow()
      return status
    })
    .toBe('submitted')
})
