/** Numbers that devices gave to their operations and that never came, over all of them: each is a loss to ask about. */
import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/store/sql.ts'

export interface SequenceGap {
  account: string
  device: string
  /** The user's name for it; empty if unknown. */
  label: string
  /** The first and the last number that is missing. */
  from: number
  to: number
  /** When the device was last heard of. */
  seenAt: Date | null
}

/**
 * Every run of numbers below a device's highest that neither had an effect nor a fate. What still waits on a device, for
 * a network or for an answer on its conflict desk, is among them until it comes.
 */
export async function allSequenceGaps(db: Db): Promise<SequenceGap[]> {
  const { rows } = await sql<Omit<SequenceGap, 'from' | 'to'> & { from: string; to: string }>`
    with seen as (
      select actor as account, device, dev_seq from audit where device is not null and dev_seq is not null
      union select account_id, device_id, dev_seq from tombstone),
    run as (
      select account, device, dev_seq,
        coalesce(lag(dev_seq) over (partition by account, device order by dev_seq), 0) as before
      from seen)
    select run.account, run.device, coalesce(device.label, '') as label, before + 1 as "from", dev_seq - 1 as "to",
      device.seen_at as "seenAt"
    from run left join device on device.account_id = run.account and device.id = run.device
    where dev_seq > before + 1
    order by run.account, run.device, before`.execute(db)
  return rows.map((gap) => ({ ...gap, from: Number(gap.from), to: Number(gap.to) }))
}

/** `analyst, Chrome on Linux (4f1c…): 2 to 4 never came; last heard of 2026-11-22T10:00:00.000Z`. */
export function gapLine({ account, device, label, from, to, seenAt }: SequenceGap): string {
  const numbers = from === to ? `${from}` : `${from} to ${to}`
  const heard = seenAt === null ? 'not known any more' : `last heard of ${seenAt.toISOString()}`
  return `${account}, ${printable(label) || 'a device'} (${printable(device)}): ${numbers} never came; ${heard}`
}

/** Names of devices appear in the operator's terminal, which would execute an escape sequence. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, '\uFFFD')

/**
 * Deletes the numbers that were declared lost before then by devices that never did anything: they close no gap. Of a device
 * that did, a number without a fate would be told as lost.
 */
export async function forgetIdleSequenceNumbers(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('tombstone as t')
    .where('t.at', '<', before)
    .where(sql<SqlBool>`not exists (
      select from audit a where a.actor = t.account_id and a.device = t.device_id and a.dev_seq is not null)`)
    .execute()
}
