/** The base of failure tests: the real server behind one that fails, and decisions that meet it. */
import type { BrowserContext, Page } from '@playwright/test'
import { openFailingPort, type FailingPort } from '#tests/support/failing-port.ts'
import { isBatch } from '#tests/support/faults.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { savedIn } from './read-outbox.ts'
import { caseAtCursor, expect, test as base, type World, isOpen } from './support.ts'

export const ACCOUNT = 'analyst'

export const test = base.extend<object, { port: FailingPort }>({
  account: ACCOUNT,
  port: [
    async ({ world }, use) => {
      const port = await openFailingPort(world.url)
      await use(port)
      await port.close()
    },
    { scope: 'worker' },
  ],
})

/** A session in place of the one that has ended, without the way through the identity provider. */
export async function signInAgain(context: BrowserContext, world: World, url: string): Promise<void> {
  await context.addCookies([{ name: 'token', value: await tokenOf(world.url, ACCOUNT), url, sameSite: 'Strict' }])
}

/** Keeps the next batch at the server until `release`: done there, and not answered. */
export function holdNextBatch({ faults }: FailingPort): { arrived(): Promise<void>; release(): void } {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  let isHeld = false
  faults.next.push({ type: 'hold', after: true, until, onHeld: () => (isHeld = true), on: isBatch })
  return { arrived: () => expect.poll(() => isHeld, { timeout: 30_000 }).toBe(true), release }
}

/** How often the server has answered an operation again. */
export async function replaysOf({ db }: World, opId: string | undefined): Promise<number> {
  const find = db.selectFrom('idempotency').select('replays').where('key', '=', String(opId))
  return (await find.executeTakeFirstOrThrow()).replays
}

/** Awaits the customer on the case under the cursor; answers it, and everything that is saved by then. */
export async function decide(page: Page): Promise<{ id: string; saved: string[] }> {
  await isOpen(page)
  const before = (await savedIn(page, ACCOUNT)).length
  const id = await caseAtCursor(page)
  await page.keyboard.press('w')
  await expect.poll(async () => (await savedIn(page, ACCOUNT)).length).toBe(before + 1)
  return { id, saved: await savedIn(page, ACCOUNT) }
}
