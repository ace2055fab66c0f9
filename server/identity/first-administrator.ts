/** The first administrator of an installation, who adds everybody else in Administration. */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import * as z from 'zod'
import { BY_COMMAND, record } from '#server/audit/audit.ts'
import type { Database } from '#server/schema/database.ts'

/** As it is given to the command. */
export interface FirstAdministrator {
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
}

/**
 * Makes an account with this address a super administrator, adding it where there is none. Answers false where it is one
 * already. Throws for an address that is none, and where another super administrator could do it in Administration.
 */
export async function makeFirstAdministrator(db: Kysely<Database>, given: FirstAdministrator): Promise<boolean> {
  const email = z.email().safeParse(given.email.trim())
  if (!email.success) throw new Error(`“${given.email}” is not an e-mail address.`)
  return db.transaction().execute(async (tx) => {
    // two commands at a time make one
    await sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(tx)
    const own = await tx
      .selectFrom('account')
      .selectAll()
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.data.toLowerCase()))
      .forUpdate()
      .executeTakeFirst()
    const isOne = own !== undefined && !own.is_disabled && own.roles.includes('super_admin')
    if (isOne) return false
    const other = await tx
      .selectFrom('account')
      .select('email')
      .where('is_disabled', '=', false)
      .where(sql<boolean>`'super_admin' = any(roles)`)
      .executeTakeFirst()
    if (other) throw new Error(`${other.email} is a super administrator: accounts are added in Administration.`)
    const roles = [...new Set([...(own?.roles ?? []), 'super_admin'])]
    const row = {
      id: own?.id ?? randomUUID(),
      email: own?.email ?? email.data,
      first_name: given.firstName ?? own?.first_name ?? email.data.split('@')[0] ?? '',
      last_name: given.lastName ?? own?.last_name ?? '',
      roles,
      platforms: own?.platforms ?? [],
      is_disabled: false,
      version: String(Number(own?.version ?? 0) + 1),
    }
    await tx
      .insertInto('account')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    const { version, first_name: firstName, last_name: lastName } = row
    await record(tx, BY_COMMAND, {
      action: own ? 'change access' : 'add account',
      object: { kind: 'account', id: row.id },
      version,
      ...(own && { before: { roles: own.roles, closed: own.is_disabled } }),
      after: { email: row.email, firstName, lastName, roles, platforms: row.platforms, closed: false },
      reason: 'First administrator, by npm run admin.',
    })
    return true
  })
}
