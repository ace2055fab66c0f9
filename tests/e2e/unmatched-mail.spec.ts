// Messages that came in by mail and are on no ticket: read, put on one, or discarded, by keyboard and by pointer.
import { expect, INBOUND_SECRET, openQueue, palette, press, test, violations, type World } from './support.ts'

test.setTimeout(240_000)

/** A customer who has a ticket, and the desk's address. */
async function findTicket({ db }: World) {
  const ticket = await db
    .selectFrom('helpdesk_ticket as t')
    .innerJoin('helpdesk_team as m', (join) =>
      join.onRef('m.id', '=', 't.team_id').onRef('m.platform', '=', 't.platform'),
    )
    .select(['t.id', 't.subject', 't.contact_email', 'm.email as desk'])
    .where('t.platform', '=', 'paxum')
    .orderBy('t.id', 'desc')
    .executeTakeFirstOrThrow()
  return ticket
}

async function receive({ url, db }: World, mail: { from: string; to: string; subject: string; text: string }) {
  const head = [`From: ${mail.from}`, `To: ${mail.to}`, `Subject: ${mail.subject}`, 'MIME-Version: 1.0']
  const answer = await fetch(`${url}/api/inbound-mail`, {
    method: 'POST',
    headers: { authorization: `Bearer ${INBOUND_SECRET}`, 'content-type': 'message/rfc822' },
    body: `${head.join('\r\n')}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${mail.text}\r\n`,
  })
  const { id } = (await answer.json()) as { id: string }
  const row = db.selectFrom('inbound_letter').select('status').where('id', '=', id)
  await expect.poll(async () => (await row.executeTakeFirst())?.status).toBe('unmatched')
}

const messagesOf = ({ db }: World, ticketId: string) =>
  db.selectFrom('helpdesk_message').select(['from_email', 'content']).where('ticket_id', '=', ticketId).execute()

test.describe('a manager', () => {
  test.use({ account: 'manager' })

  test('matches one to its ticket by keyboard, and discards another with a reason by pointer', async ({
    page,
    world,
  }) => {
    const ticket = await findTicket(world)
    await receive(world, {
      from: ticket.contact_email,
      to: ticket.desk,
      subject: 'From my new phone',
      text: 'It was for my rent.',
    })
    await receive(world, { from: 'win@prize.example', to: ticket.desk, subject: 'You won', text: 'Click here.' })
    await openQueue(page, world.url)
    await press(page, 'g', 'Shift+M')
    const grid = page.getByRole('grid', { name: 'Unmatched messages' })
    await expect(grid).toBeFocused()
    await expect(grid.getByRole('row')).toHaveCount(3)
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await expect(preview).toContainText('It was for my rent.')
    await expect(preview.getByRole('link', { name: `#${ticket.id} ${ticket.subject}` })).toBeVisible()
    expect(await violations(page)).toEqual([])

    await press(page, 'Enter')
    // the first digit of a number picks nothing
    await page.keyboard.type(ticket.id)
    await expect(palette(page).getByRole('option').first()).toContainText(`#${ticket.id}`)
    expect(await messagesOf(world, ticket.id)).not.toContainEqual(expect.objectContaining({ content: /rent/ }))
    await expect(palette(page).getByRole('option')).toHaveCount(1)
    // an Enter that bounces answers nothing
    const field = palette(page).getByRole('combobox')
    const isAsked = async () => {
      if (await field.isVisible()) await field.press('Enter', { timeout: 1_000 })
      return field.isVisible()
    }
    await expect.poll(isAsked).toBe(false)
    await expect(grid.getByRole('row')).toHaveCount(2)
    await expect.poll(async () => (await messagesOf(world, ticket.id)).at(-1)?.content).toBe('It was for my rent.')

    await expect(preview).toContainText('Click here.')
    await preview.getByRole('button', { name: /^Discard/ }).click()
    await page.keyboard.type('An advertisement.')
    await press(page, 'Enter')
    await expect(page.getByText('No unmatched message')).toBeVisible()
    await expect
      .poll(() =>
        world.db
          .selectFrom('audit')
          .select('note')
          .where('action', '=', 'discard letter')
          .orderBy('n', 'desc')
          .execute(),
      )
      .toMatchObject([{ note: 'An advertisement.' }])
    expect(await violations(page)).toEqual([])
  })
})

test.describe('an analyst', () => {
  test.use({ account: 'analyst' })

  test('opens the list by the menu, reads it, and is told who matches', async ({ page, world }) => {
    const { desk } = await findTicket(world)
    await receive(world, { from: 'who@else.example', to: desk, subject: 'Hello', text: 'Who am I?' })
    await openQueue(page, world.url)
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Unmatched messages' }).click()
    await expect(page.getByRole('grid', { name: 'Unmatched messages' })).toBeFocused()
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Who am I?')
    await press(page, 'Enter')
    await expect(page.getByRole('contentinfo')).toContainText('Only managers can do this')
    await expect(palette(page)).toBeHidden()
  })
})
