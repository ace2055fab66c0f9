// A SAR by keyboard: begun on a customer, answered, put up for review, approved by somebody else, printed and filed.
import { expect, press, test, violations, type World } from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(240_000)

const findCustomer = ({ db }: World) =>
  db.selectFrom('customer').select('id').where('platform', '=', 'paxum').orderBy('id').executeTakeFirstOrThrow()

const formIn = ({ db }: World, uuid: string) =>
  db.selectFrom('document_form').select(['status', 'data']).where('id', '=', uuid).executeTakeFirstOrThrow()

test('a manager begins a report, answers it, and reads one in review', async ({ page, world }) => {
  await test.step('a manager reads a form in review and is told who approves it', async () => {
    const { id: uuid } = await inReview(world)
    await page.goto(`${world.url}/admin/paxum/forms/sar`)
    await expect(page.getByRole('tab', { name: /Suspicious/ })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('grid', { name: 'Forms' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.goto(`${world.url}/admin/paxum/form/${uuid}`)
    await expect(page.getByText(LOCKED)).toBeVisible()
    await press(page, 'Shift+A')
    await expect(page.getByRole('contentinfo')).toContainText('Only document administrators can do this')
  })
  await test.step('a report is begun, answered, commented on, refused for review with open questions, and printed', async () => {
    const { id } = await findCustomer(world)
    await page.goto(`${world.url}/admin/paxum/customers/customer/${id}`)
    await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
    await press(page, 'Shift+Q')
    await page.keyboard.type('suspicious')
    await press(page, 'Enter')
    await page.waitForURL('**/form/*')
    const uuid = page.url().split('/').at(-1) ?? ''
    const answers = page.getByRole('form', { name: 'Answers' })
    await expect(answers).toContainText('to fix before review')
    expect(await violations(page)).toEqual([])
    const narrative = answers.getByRole('textbox').last()
    await narrative.focus()
    await page.keyboard.type('Seen and told.')
    await expect(answers).toContainText('Not saved')
    // a draft outlives a reload
    await page.reload()
    await expect(answers).toContainText('Not saved')
    await press(page, 'Control+s')
    await expect(answers).not.toContainText('Not saved')
    await expect.poll(async () => JSON.stringify((await formIn(world, uuid)).data)).toContain('Seen and told.')
    await press(page, 'Shift+V')
    await expect(page.getByRole('contentinfo')).toContainText('is not answered')
    // a transaction of the customer, chosen by keyboard
    const rowsBefore = await answers.getByText(/^Remove starting action/).count()
    await press(page, 't')
    await expect(page.getByRole('option').first()).toBeVisible()
    await press(page, 'Enter')
    await expect(answers.getByText(/^Remove starting action/)).toHaveCount(rowsBefore + 1)
    await press(page, 'Control+s')
    await expect(answers).not.toContainText('Not saved')
    await press(page, 'c')
    await page.keyboard.type('Who saw it?')
    await press(page, 'Control+Enter')
    await expect(page.getByRole('complementary', { name: 'About the form' })).toContainText('Who saw it?')
    await press(page, 'Escape')
    const [zip] = await Promise.all([page.waitForEvent('download'), press(page, 'Shift+P')])
    expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  })
})

const inReview = ({ db }: World) =>
  db
    .selectFrom('document_form')
    .select('id')
    .where('platform', '=', 'paxum')
    .where('status', '=', 'review')
    .orderBy('id')
    .executeTakeFirstOrThrow()

const LOCKED = 'In review. Return it to draft to change it.'

test.describe('a document administrator', () => {
  test.use({ account: 'docadmin' })

  test('approves what others wrote, after a confirmation', async ({ page, world }) => {
    const { id: uuid } = await inReview(world)
    await page.goto(`${world.url}/admin/paxum/form/${uuid}`)
    await expect(page.getByText(LOCKED)).toBeVisible()
    await press(page, 'Shift+A')
    await expect(page.getByRole('contentinfo')).toContainText('Approve the form. Enter confirms.')
    await expect(async () => {
      await press(page, 'Enter')
      await expect(page.getByRole('heading', { name: 'Signed copy' })).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect((await formIn(world, uuid)).status).toBe('approved')
  })
})
