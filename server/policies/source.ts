/** The sources of policies, one per kind of storage. */
import type { Transaction } from 'kysely'
import type { ListedPolicy, PolicyValue } from '#contract/model/policy.ts'
import type { Config } from '#server/core/config.ts'
import type { Context } from '#server/core/context.ts'
import type { Database } from '#server/schema/database.ts'
import type { Db } from '#server/store/sql.ts'

export interface PolicySource {
  list: (db: Db, about: { platform: string; config: Config }) => Promise<ListedPolicy[]>
  /** True if a change takes a second person; throws 400 for a value that does not fit. Without it none does. */
  needsSecond?: (
    tx: Transaction<Database>,
    context: Context,
    change: { id: string; value: PolicyValue },
  ) => Promise<boolean>
  /**
   * Sets one and writes the audit's entry; false where it is none of this source's. Throws 400 for a value that does not
   * fit, and 409 where it is at another version by now.
   */
  set?: (
    tx: Transaction<Database>,
    context: Context,
    change: { id: string; value: PolicyValue; version: number; reason: string },
  ) => Promise<boolean>
}
