/** Transactions that PostgreSQL ended for the sake of another one run again, once. */
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'

/**
 * The query builder of every pool. What runs in a transaction has no effects outside of it but those that may happen
 * twice, so that it can be run again from its start.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      async execute<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
        try {
          return await execute(work)
        } catch (error) {
          if (!isCrossed(error)) throw error
          return execute(work)
        }
      },
    })
  }
}

/** The message after a second conflict. */
export const CROSSED = 'Somebody else changed the same at the same moment.'

/** A deadlock, or a conflict of serialisable transactions: PostgreSQL ended this one and let the other go on. */
export function isCrossed(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40P01' || code === '40001'
}
