/** Staff accounts as the database has them, and as handlers see them. */
import { sql, type Kysely, type Selectable } from 'kysely'
import { PLATFORMS } from '#contract/model/platform.ts'
import { ROLES, type Role } from '#contract/model/values.ts'
import type { Account } from '#server/core/context.ts'
import type { AccountTable } from '#server/schema/identity.ts'
import type { Database } from '#server/schema/database.ts'

/** The anonymous account, for calls without a session. */
export const NOBODY: Account = {
  id: '',
  fullName: '',
  firstName: '',
  lastName: '',
  email: '',
  roles: [],
  platforms: [],
}

/** The roles that this version knows. */
export const rolesIn = ({ roles }: Pick<Selectable<AccountTable>, 'roles'>): Role[] =>
  roles.filter((role): role is Role => (ROLES as readonly string[]).includes(role))

/** A super administrator has every platform, whatever the row has. */
export function toAccount(row: Selectable<AccountTable>): Account {
  const roles = rolesIn(row)
  return {
    id: row.id,
    fullName: `${row.first_name} ${row.last_name}`,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    roles,
    platforms: roles.includes('super_admin') ? PLATFORMS.map(({ name }) => name) : row.platforms,
  }
}

/** The account of that id; undefined where there is none or it is disabled. */
export async function findAccount(db: Kysely<Database>, id: string): Promise<Account | undefined> {
  const query = db.selectFrom('account').selectAll().where('id', '=', id).where('is_disabled', '=', false)
  const row = await query.executeTakeFirst()
  return row && toAccount(row)
}

export interface NewAccount {
  id: string
  email: string
  firstName: string
  lastName: string
  roles: readonly Role[]
  platforms: readonly string[]
}

/** Writes accounts as given; updates existing ones, except rights changed since. */
export async function saveAccounts(db: Kysely<Database>, accounts: readonly NewAccount[]): Promise<void> {
  const rows = accounts.map((each) => ({
    id: each.id,
    email: each.email,
    first_name: each.firstName,
    last_name: each.lastName,
    roles: [...each.roles],
    platforms: [...each.platforms],
  }))
  await db
    .insertInto('account')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        email: eb.ref('excluded.email'),
        first_name: eb.ref('excluded.first_name'),
        last_name: eb.ref('excluded.last_name'),
        roles: sql<string[]>`case when account.version > 1 then account.roles else excluded.roles end`,
        platforms: sql<string[]>`case when account.version > 1 then account.platforms else excluded.platforms end`,
      })),
    )
    .execute()
}
