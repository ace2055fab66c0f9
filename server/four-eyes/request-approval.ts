/** Stores an action until a second person approves it, and finds pending ones. */
import type { Transaction } from 'kysely'
import { toStamp, type PendingApproval } from '#contract/model/common.ts'
import { record, type Entry } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import type { Database } from '#server/schema/database.ts'
import { isId, personOf, type Db } from '#server/store/sql.ts'

type Tx = Transaction<Database>
export type Actor = Pick<Context, 'account' | 'origin' | 'platform' | 'now'>
/** Kinds that are kept in the table of approvals. */
export type HeldKind = Database['approval']['kind']

export interface Held {
  kind: HeldKind
  object: { kind: string; id: string }
  /** The display name. */
  label: string
  customerId?: string | null
  caseId?: string | null
  /** The state of the object at the request. */
  version: string | number
  /** The act, as it is done once it is approved. */
  body: object
  reason?: string | null
}

/** Stores an action in the transaction of its call; it writes the audit entry, so it comes last. */
export async function hold(
  tx: Tx,
  by: Actor,
  held: Held,
  { facts, ...entry }: Partial<Entry> & { facts?: Seal | undefined } = {},
): Promise<string> {
  const { kind, object, label, customerId = null, caseId = null, version, body, reason = null } = held
  await refuseHeld(tx, by.platform, object)
  const { id } = await tx
    .insertInto('approval')
    .values({
      platform: by.platform,
      kind,
      object_kind: object.kind,
      object_id: object.id,
      label,
      customer_id: customerId,
      case_id: caseId,
      version: String(version),
      body: JSON.stringify(body),
      reason,
      author: by.account.id,
      at: by.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { approval: id, ...body, ...(facts && { facts }) }
  await record(tx, by, { action: `propose ${ACTS[kind]}`, object, version, after, reason, ...entry })
  return id
}

/** The audit's action names of requests. */
export const ACTS: Record<HeldKind, string> = {
  allowlist: 'allowlist',
  allowlistResolve: 'resolve by allowlist',
  close: 'close without STR',
  hardstop: 'release of hard stop',
  bulk: 'bulk close',
  sanctions: 'decision on sanctions hit',
  access: 'change of access',
  policy: 'change of policy',
  configSet: 'config set',
}

/** Refuses if the object has a pending request; the caller holds the object's lock, so that there is no race. */
export async function refuseHeld(tx: Tx, platform: string, object: { kind: string; id: string }): Promise<void> {
  const waiting = await openOn(tx, platform, object)
  if (waiting) throw new Refusal(409, `${waiting.by.name} proposed it already: it waits for a second person.`, waiting)
}

/** The pending request of an object. */
export async function openOn(
  db: Db,
  platform: string,
  object: { kind: string; id: string },
): Promise<PendingApproval | undefined> {
  const row = await db
    .selectFrom('approval as p')
    .innerJoin('account as w', 'w.id', 'p.author')
    .select(['p.id', 'p.kind', 'p.at', 'p.author', personOf('w').as('by')])
    .where('p.platform', '=', platform)
    .where('p.object_kind', '=', object.kind)
    .where('p.object_id', '=', object.id)
    .where('p.status', '=', 'open')
    .executeTakeFirst()
  return row && { id: row.id, kind: row.kind, by: row.by ?? { id: row.author, name: row.author }, at: toStamp(row.at) }
}

/** The pending requests of a kind on a platform, by object. */
export async function openOfKind(db: Db, platform: string, kind: HeldKind): Promise<Map<string, PendingApproval>> {
  const rows = await db
    .selectFrom('approval as p')
    .innerJoin('account as w', 'w.id', 'p.author')
    .select(['p.id', 'p.kind', 'p.object_id', 'p.at', 'p.author', personOf('w').as('by')])
    .where('p.platform', '=', platform)
    .where('p.kind', '=', kind)
    .where('p.status', '=', 'open')
    .execute()
  return new Map(
    rows.map((row) => [
      row.object_id,
      { id: row.id, kind: row.kind, by: row.by ?? { id: row.author, name: row.author }, at: toStamp(row.at) },
    ]),
  )
}

/** Ends what waits on an object because it was decided otherwise. */
export async function returnOpen(tx: Tx, by: Actor, object: { kind: string; id: string }, note: string): Promise<void> {
  await tx
    .updateTable('approval')
    .set({ status: 'returned', decided_by: by.account.id, decided_at: by.now(), note })
    .where('platform', '=', by.platform)
    .where('object_kind', '=', object.kind)
    .where('object_id', '=', object.id)
    .where('status', '=', 'open')
    .execute()
}

const byId = (tx: Tx, platform: string, id: string) =>
  tx
    .selectFrom('approval')
    .selectAll()
    .where('platform', '=', platform)
    .where('id', '=', isId(id) ? id : null)

export const findApproval = (tx: Tx, platform: string, id: string) => byId(tx, platform, id).executeTakeFirst()

/** The caller holds the lock of its object. */
export const lockApproval = (tx: Tx, platform: string, id: string) =>
  byId(tx, platform, id).forUpdate().executeTakeFirst()
export type LockedApproval = NonNullable<Awaited<ReturnType<typeof lockApproval>>>

/** The note of a request on an object that was then decided without it. */
export const DECIDED_OTHERWISE = 'It was decided otherwise.'

/** Marks a request as decided, by the acting person. */
export async function decided(
  tx: Tx,
  by: Actor,
  id: string,
  { status, note }: { status: 'approved' | 'returned'; note: string },
): Promise<void> {
  await tx
    .updateTable('approval')
    .set({ status, decided_by: by.account.id, decided_at: by.now(), note })
    .where('id', '=', id)
    .execute()
}
