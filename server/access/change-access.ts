/** Rights as Docket stores them: read and changed by administrators. */
import type { Selectable, Transaction } from 'kysely'
import type { AccessRow } from '#contract/model/access.ts'
import { toStamp } from '#contract/model/common.ts'
import type { Role } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import type { Config } from '#server/core/config.ts'
import type { Account, Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hold, type LockedApproval } from '#server/four-eyes/request-approval.ts'
import type { AccountTable } from '#server/schema/identity.ts'
import type { Database } from '#server/schema/database.ts'
import { personOf, type Db } from '#server/store/sql.ts'
import { rolesIn, toAccount } from '#server/identity/accounts.ts'

type Tx = Transaction<Database>

/** An account's rights; none for a closed one. */
export interface Access {
  roles: readonly Role[]
  platforms: readonly string[]
  closed: boolean
}

const isOneOf = (access: Pick<Access, 'roles'>, ...roles: Role[]) => roles.some((role) => access.roles.includes(role))
const isAdministrator = (access: Access) => !access.closed && isOneOf(access, 'admin', 'super_admin')
const added = (before: readonly string[], after: readonly string[]) => after.some((one) => !before.includes(one))
const isSame = (a: readonly string[], b: readonly string[]) => !added(a, b) && !added(b, a)

const NO_SUPER = 'Only super administrators can change the access of a super administrator.'

/** The reason why an account cannot be changed at all; null if it can. */
export function whyNotChange(by: Account, of: { id: string } & Access): string | null {
  if (by.id === of.id) return 'You cannot change your own access.'
  if (isOneOf(of, 'super_admin') && !isOneOf(by, 'super_admin')) return NO_SUPER
  return null
}

/** The reason why a person may not end sessions or wipe devices of another: the same rule as for closing the account. */
export function whyNotSignOut(by: Account, of: { id: string } & Access): string | null {
  if (by.id === of.id) return null
  if (isOneOf(of, 'super_admin') && !isOneOf(by, 'super_admin')) {
    return 'Only super administrators end sessions or wipe devices of a super administrator.'
  }
  return added(by.platforms, of.platforms)
    ? 'This account also works on platforms that you cannot access: ask an administrator of all of them.'
    : null
}

/** The reason why a person may not make this change to an account; null if they may. */
export function whyNotMake(by: Account, of: { id: string } & Access, to: Access): string | null {
  const why = whyNotChange(by, of)
  if (why) return why
  if (isOneOf(to, 'super_admin') && !isOneOf(by, 'super_admin')) return NO_SUPER
  const isElsewhere = added(by.platforms, of.platforms)
  if (isElsewhere && !(isSame(of.roles, to.roles) && of.closed === to.closed)) {
    return 'This account also works on platforms that you cannot access: ask an administrator of all of them to change its roles.'
  }
  const moved = [...of.platforms, ...to.platforms].filter(
    (name) => of.platforms.includes(name) !== to.platforms.includes(name),
  )
  return added(by.platforms, moved) ? 'You have no access to a platform in this change.' : null
}

/** True if a change adds administrator rights, which needs two people under the policy. */
export function makesAdministrator(before: Access, after: Access): boolean {
  if (!isAdministrator(after)) return false
  return (
    !isAdministrator(before) ||
    added(before.platforms, after.platforms) ||
    (isOneOf(after, 'super_admin') && !isOneOf(before, 'super_admin'))
  )
}

/** The values of the identity provider at every sign-in, by the setting of their claim. */
export const claimsOf = ({ oidc }: Config) => ({
  roles: oidc?.rolesClaim === undefined ? null : 'OIDC_ROLES_CLAIM',
  platforms: oidc?.platformsClaim === undefined ? null : 'OIDC_PLATFORMS_CLAIM',
})

const ruledBy = (what: string, setting: string) =>
  `The identity provider says which ${what} an account has (${setting}): change it there.`

/** The row's value: a super administrator has all platforms. */
export const accessOf = (
  row: Pick<Selectable<AccountTable>, 'id' | 'roles' | 'platforms' | 'is_disabled'>,
): { id: string } & Access => ({
  id: row.id,
  roles: rolesIn(row),
  platforms: row.platforms,
  closed: row.is_disabled,
})

/** Everybody who shares a platform with the reader, and those who have none yet. */
export async function listAccess(db: Db, { account }: Pick<Context, 'account'>): Promise<AccessRow[]> {
  const [rows, waiting] = await Promise.all([
    db.selectFrom('account').selectAll().orderBy('first_name').orderBy('last_name').orderBy('id').execute(),
    db
      .selectFrom('approval as p')
      .innerJoin('account as w', 'w.id', 'p.author')
      .select(['p.id', 'p.kind', 'p.object_id', 'p.at', 'p.author', personOf('w').as('by')])
      .where('p.kind', '=', 'access')
      .where('p.status', '=', 'open')
      .execute(),
  ])
  return rows
    .filter((row) => isSeen(account, row))
    .map((row) => {
      const access = accessOf(row)
      const platforms = access.platforms.filter((name) => account.platforms.includes(name))
      const held = waiting.find((one) => one.object_id === row.id)
      return {
        id: row.id,
        name: `${row.first_name} ${row.last_name}`,
        email: row.email,
        roles: [...access.roles],
        platforms,
        otherPlatforms: access.platforms.length - platforms.length,
        closed: access.closed,
        version: Number(row.version),
        pending: held
          ? {
              id: held.id,
              kind: held.kind,
              by: held.by ?? { id: held.author, name: held.author },
              at: toStamp(held.at),
            }
          : null,
        refusal: held ? 'A change waits for a second administrator.' : whyNotChange(account, access),
      }
    })
}

function isSeen(by: Account, row: Selectable<AccountTable>): boolean {
  const { platforms } = toAccount(row)
  return platforms.length === 0 || platforms.some((name) => by.platforms.includes(name))
}

interface Change {
  roles: readonly Role[]
  /** Limited to the caller's platforms. */
  platforms: readonly string[]
  closed: boolean
  reason: string
  version: number
}

/** Changes what an account may do; false where that waits for a second administrator. */
export async function changeAccess(context: Context, id: string, change: Change): Promise<boolean> {
  const { db, account, config } = context
  return db.transaction().execute(async (tx) => {
    const row = await lockAccount(tx, account, id)
    if (!row || !isSeen(account, row)) throw new Refusal(404, `There is no account ${id} here.`)
    const before = accessOf(row)
    const after: Access = {
      roles: [...new Set(change.roles)],
      platforms: [
        ...before.platforms.filter((name) => !account.platforms.includes(name)),
        ...new Set(change.platforms),
      ],
      closed: change.closed,
    }
    const why = whyNotMake(account, before, after)
    if (why) throw new Refusal(403, why)
    refuseClaimed(config, before, after)
    if (change.version !== Number(row.version)) {
      throw new Refusal(409, 'Somebody else changed this account since you read it.')
    }
    if (
      isSame(before.roles, after.roles) &&
      isSame(before.platforms, after.platforms) &&
      before.closed === after.closed
    ) {
      throw new Refusal(400, 'roles: nothing would change')
    }
    if (config.fourEyes.includes('access') && makesAdministrator(before, after)) {
      await hold(tx, context, {
        kind: 'access',
        object: { kind: 'account', id },
        label: `${row.first_name} ${row.last_name}`,
        version: row.version,
        body: { before: { roles: before.roles, platforms: before.platforms, closed: before.closed }, after },
        reason: change.reason,
      })
      return false
    }
    await writeAccess(tx, context, row, after, { action: 'change access', reason: change.reason })
    return true
  })
}

export function refuseClaimed(config: Config, before: Access, after: Access): void {
  const { roles, platforms } = claimsOf(config)
  if (roles !== null && !isSame(before.roles, after.roles)) throw new Refusal(409, ruledBy('roles', roles))
  if (platforms !== null && !isSame(before.platforms, after.platforms)) {
    throw new Refusal(409, ruledBy('platforms', platforms))
  }
}

/** Applies a requested change once another administrator approves it, who must have the right to make it. */
export async function approveAccess(tx: Tx, context: Context, held: LockedApproval, note: string): Promise<void> {
  const row = await lockAccount(tx, context.account, held.object_id)
  if (!row || row.version !== held.version) throw new Refusal(409, 'The account was changed since this was proposed.')
  const { after } = held.body as unknown as { after: Access }
  const why = whyNotMake(context.account, accessOf(row), after)
  if (why) throw new Refusal(403, why)
  // the provider may manage access since the request
  refuseClaimed(context.config, accessOf(row), after)
  await writeAccess(tx, context, row, after, { action: 'approve change of access', reason: note })
}

/**
 * Locks the account, and its administrator, in order of ids, and checks the administrator's rights: of two who close
 * each other at once one stays.
 */
export async function lockAccount(tx: Tx, by: Account, id: string): Promise<Selectable<AccountTable> | undefined> {
  const query = tx.selectFrom('account').selectAll().where('id', 'in', [by.id, id]).orderBy('id').forUpdate()
  const rows = await query.execute()
  refuseFormer(rows.find((row) => row.id === by.id))
  return rows.find((row) => row.id === id)
}

/** Refuses a caller who has lost the administrator role since the call began. */
export function refuseFormer(row: Selectable<AccountTable> | undefined): void {
  if (!row || !isAdministrator(accessOf(row))) throw new Refusal(403, 'You are no longer an administrator.')
}

async function writeAccess(
  tx: Tx,
  context: Context,
  row: Selectable<AccountTable>,
  { roles, platforms, closed }: Access,
  { action, reason }: { action: string; reason: string },
): Promise<void> {
  const version = Number(row.version) + 1
  await tx
    .updateTable('account')
    .set({ roles: [...roles], platforms: [...platforms], is_disabled: closed, version: String(version) })
    .where('id', '=', row.id)
    .execute()
  await record(tx, context, {
    action,
    object: { kind: 'account', id: row.id },
    platform: null,
    version,
    before: { roles: row.roles, platforms: row.platforms, closed: row.is_disabled },
    after: { roles, platforms, closed },
    reason,
  })
}
