/** Checks whether the key of this instance is the one that signs the audit's heads on all instances of a database. */
import type { Kysely } from 'kysely'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/schema/database.ts'
import { getOrMake } from '#server/store/sql.ts'
import { record, BY_COMMAND } from './audit.ts'
import { fingerprintOf, signingKey, verifyingKey } from './heads.ts'

const META_KEY = 'audit-key'

/** Throws where another key signed before; makes the key of a new database. */
export async function requireSharedKey(db: Kysely<Database>, { audit }: Pick<Config, 'audit'>): Promise<void> {
  const known = await db.selectFrom('meta').select('v').where('k', '=', META_KEY).executeTakeFirst()
  const own = await verifyingKey(audit.keyFile)
  if (known && !own) {
    throw new Error(
      `The audit of this database is signed with the key ${String(known.v)}, and there is no ${audit.keyFile}. ` +
        'Copy the file from another instance or a backup, or name it by AUDIT_KEY_FILE. ' +
        'Where it is lost, npm run audit -- --new-key accepts another.',
    )
  }
  const fingerprint = fingerprintOf(own ?? (await signingKey(audit.keyFile)))
  const shared = await getOrMake(db, META_KEY, () => fingerprint)
  if (shared === fingerprint) return
  throw new Error(
    `The audit of this database is signed with the key ${shared}, and ${audit.keyFile} is the key ${fingerprint}. ` +
      'Copy the file from another instance, or name it by AUDIT_KEY_FILE. ' +
      'Where it is lost, npm run audit -- --new-key accepts this one.',
  )
}

/** Makes the key of this instance the one that signs. Answers its fingerprint, and that of another one before. */
export async function acceptKey(
  db: Kysely<Database>,
  { audit }: Pick<Config, 'audit'>,
): Promise<{ before: string | null; after: string }> {
  const after = fingerprintOf(await signingKey(audit.keyFile))
  return db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('meta').select('v').where('k', '=', META_KEY).forUpdate().executeTakeFirst()
    const before = row ? String(row.v) : null
    if (before === after) return { before: null, after }
    await tx
      .insertInto('meta')
      .values({ k: META_KEY, v: JSON.stringify(after) })
      .onConflict((conflict) => conflict.column('k').doUpdateSet({ v: JSON.stringify(after) }))
      .execute()
    await record(tx, BY_COMMAND, {
      action: 'accept audit key',
      object: { kind: 'audit', id: 'key' },
      before: { key: before },
      after: { key: after },
    })
    return { before, after }
  })
}
