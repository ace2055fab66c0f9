/** The common part of effects of queued operations. */
import type { Transaction, Insertable } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AnyDraft, DraftOf, OpName } from '#contract/ops/kinds.ts'
import type { Acting } from '#server/core/context.ts'
import type { Database } from '#server/schema/database.ts'

export type Tx = Transaction<Database>

/** Ids of the target as a call names it: by one of them, or by all that a device knows. */
export interface EffectTarget {
  platform: string
  caseId?: string | undefined
  caseUuid?: string | undefined
  alertId?: string | undefined
}

type OnServer<Draft> = Draft extends unknown ? Omit<Draft, 'target'> & { target: EffectTarget; opId: string } : never

/** An operation whose body and preconditions have been checked; its id becomes the id of the note it writes. */
export type EffectOp<K extends OpName = OpName> = Extract<OnServer<AnyDraft>, { kind: K }>

/** The result, and the new version of the case or alert; none for several alerts. */
export interface Done {
  message: string
  version?: number
  /** It was kept for a second person, and nothing is other than it was. */
  pending?: boolean
}

/** Does the work of one kind inside a transaction, or throws a `Refusal` before anything is written. */
export type Effect<K extends OpName> = (tx: Tx, context: Acting, op: EffectOp<K>) => Promise<Done>

/** One effect for each kind: a kind without one does not compile. */
export type Effects<Kinds> = {
  readonly [K in keyof Kinds]: (tx: Tx, context: Acting, op: OnServer<DraftOf<Kinds[K]>>) => Promise<Done>
}

/** The time of the user's action, by the server's clock as far as known; now for a direct call. */
export function actedAt({ origin, now }: Pick<Acting, 'origin' | 'now'>): Date {
  if (!origin.clientTime) return now()
  return new Date(origin.clientTime.getTime() - (origin.skewMs ?? 0))
}

/** True if it has a number of a device's series, in which one that is not in the audit counts as lost. */
export const isNumbered = ({ origin }: Pick<Acting, 'origin'>): boolean => origin.devSeq !== undefined

/** Keys belong to an account, ids of notes do not: if another account has used the same one, the note gets a new id. */
export async function insertOwnNote(tx: Tx, note: Insertable<Database['note']>): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('note')
    .values(note)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (Number(added) > 0) return
  await tx
    .insertInto('note')
    .values({ ...note, id: randomUUID() })
    .execute()
}
