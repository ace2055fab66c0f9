/** New accounts: written by an administrator, at once or once a second one approves. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { NewAccount } from '#contract/model/access.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { record } from '#server/audit/audit.ts'
import type { Config } from '#server/core/config.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hold, type LockedApproval } from '#server/four-eyes/request-approval.ts'
import { post } from '#server/mail/mail-outbox.ts'
import type { Database } from '#server/schema/database.ts'
import { ADDED_IN_DEMO } from '#server/identity/demo/accounts.ts'
import { refuseFormer, refuseClaimed, claimsOf, whyNotMake, type Access } from './change-access.ts'

type Tx = Transaction<Database>
type Wanted = Omit<NewAccount, 'reason'>

/** The state before an account exists. */
const NOTHING: { id: string } & Access = { id: '', roles: [], platforms: [], closed: true }

/**
 * Adds an account; false if it needs a second administrator. Under the policy every one does, since a person with two
 * accounts could approve their own requests.
 */
export async function addAccount(context: Context, { reason, ...given }: NewAccount): Promise<boolean> {
  const { db, account, config } = context
  const wanted = { ...given, roles: [...new Set(given.roles)], platforms: [...new Set(given.platforms)] }
  return db.transaction().execute(async (tx) => {
    refuseFormer(await tx.selectFrom('account').selectAll().where('id', '=', account.id).forShare().executeTakeFirst())
    refuse(context, wanted)
    if (wanted.platforms.length === 0 && claimsOf(config).platforms === null) {
      throw new Refusal(400, 'platforms: an account works on one at least')
    }
    if (await isTaken(tx, wanted.email)) throw taken()
    if (!config.fourEyes.includes('access')) {
      await write(tx, context, wanted, { action: 'add account', reason })
      return true
    }
    await hold(tx, context, {
      kind: 'access',
      object: { kind: NEW_ACCOUNT, id: wanted.email.toLowerCase() },
      label: `${wanted.firstName} ${wanted.lastName}`,
      version: 0,
      body: { before: {}, after: wanted },
      reason,
    })
    return false
  })
}

/** A pending request of kind `access` without an account; its id is the e-mail address. */
export const NEW_ACCOUNT = 'new account'

/** Adds a requested account once another administrator approves it, who must have the right to add it. */
export async function approveAccount(tx: Tx, context: Context, held: LockedApproval, note: string): Promise<void> {
  const { after } = held.body as unknown as { after: Wanted }
  refuse(context, after)
  await write(tx, context, after, { action: 'approve new account', reason: note })
}

function refuse({ account, config }: Context, { roles, platforms }: Wanted): void {
  const access = { roles, platforms, closed: false }
  const why = whyNotMake(account, NOTHING, access)
  if (why) throw new Refusal(403, why)
  refuseClaimed(config, NOTHING, access)
}

const taken = () =>
  new Refusal(409, 'An account with this e-mail address already exists, perhaps closed or on another platform.')

const isTaken = async (tx: Tx, email: string) =>
  (await tx
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()) !== undefined

/** An account added in the demo is marked, so that the database still counts as the demo's. */
const newId = ({ demoSignIn }: Config) => `${demoSignIn ? ADDED_IN_DEMO : ''}${randomUUID()}`

async function write(
  tx: Tx,
  context: Context,
  { email, firstName, lastName, roles, platforms }: Wanted,
  { action, reason }: { action: string; reason: string },
): Promise<void> {
  const row = { id: newId(context.config), email, first_name: firstName, last_name: lastName }
  const added = await tx
    .insertInto('account')
    .values({ ...row, roles: [...roles], platforms: [...platforms] })
    // somebody else has added it
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw taken()
  const { platform, account, config, now } = context
  await post(
    tx,
    { platform, to: email, ...invitation(account.fullName, platforms, config.publicUrl), attachment: null },
    now(),
  )
  const after = { email, firstName, lastName, roles, platforms, closed: false }
  await record(tx, context, {
    action,
    object: { kind: 'account', id: row.id },
    platform: null,
    version: 1,
    after,
    reason,
  })
}

/** `home`: the address of the window, where the operator told it. */
function invitation(
  by: string,
  platforms: readonly string[],
  home: string | undefined,
): { subject: string; text: string } {
  const labels = platforms.map((name) => findPlatform(name)?.label ?? name).join(', ')
  const text = [
    `${by} added an account for you to Docket${labels === '' ? '' : `, for ${labels}`}.`,
    '',
    `Sign in with this e-mail address${home === undefined ? '.' : `: ${home}/`}`,
    '',
  ]
  return { subject: 'Your account in Docket', text: text.join('\n') }
}
