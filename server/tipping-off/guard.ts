/**
 * Checks a message to a customer before it is sent: whether it reveals a suspicion, or the customer has an open or
 * filed report. Such a message needs a reason, which the audit stores.
 */
import { sql } from 'kysely'
import { TIPPING_OFF, type TippingOff } from '#contract/model/tipping-off.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/store/sql.ts'
import { TIPPING_OFF_TERMS } from './tipping-off-terms.ts'

/** A report counts for so long after it was filed. */
const MONTHS = 12
const MOST_WORDS = 20

class MayTipOff extends Refusal {
  constructor(found: TippingOff) {
    const why = found.isReported ? 'there is a report about this customer' : `it says "${found.words.join('", "')}"`
    super(
      422,
      `Not sent: this message may tip the customer off, because ${why}. Give a reason to send it.`,
      found,
      {},
      TIPPING_OFF,
    )
  }
}

interface Message {
  platform: string
  customerId: string
  text: string
  reason: string | undefined
}

/** Refuses what may tip its customer off and has no reason; answers what the audit is to keep, nothing for most messages. */
export async function guardTippingOff(
  tx: Db,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { platform, customerId, text, reason }: Message,
): Promise<{ tippingOff?: TippingOff & { reason: string } }> {
  const own = config.tippingOffWords[platform] ?? config.tippingOffWords['*']
  const found = {
    words: termsIn(text, own ?? TIPPING_OFF_TERMS),
    isReported: await isReported(tx, platform, customerId, now()),
  }
  if (found.words.length === 0 && !found.isReported) return {}
  if (reason === undefined) throw new MayTipOff(found)
  return { tippingOff: { ...found, reason } }
}

/** The words of a text that stand on a list, as they stand in the text. `=sar` is the whole word, `suspici` any word with it. */
export function termsIn(text: string, list: readonly string[]): string[] {
  const found = new Set<string>()
  for (const entry of list) {
    const isWhole = entry.startsWith('=')
    const part = (isWhole ? entry.slice(1) : entry).replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
    if (part === '') continue
    const around = isWhole ? '' : String.raw`[\p{L}\p{M}]*`
    const pattern = new RegExp(String.raw`(?<![\p{L}\p{M}])${around}${part}${around}(?![\p{L}\p{M}])`, 'giu')
    for (const [word] of text.normalize('NFC').matchAll(pattern)) found.add(word)
    if (found.size >= MOST_WORDS) break
  }
  return [...found].slice(0, MOST_WORDS)
}

/** True if an STR or a SAR on the customer is open, or was filed within the last twelve months. */
async function isReported(tx: Db, platform: string, customerId: string, now: Date): Promise<boolean> {
  const since = new Date(now)
  since.setMonth(since.getMonth() - MONTHS)
  const { rows } = await sql<{ is_reported: boolean }>`
    select exists (
      select from monitoring_case
      where platform = ${platform} and customer_id = ${customerId}
        and (str_proposed_by is not null
          or (status = 'str' or recommended_str = 1) and coalesce(finished_at, ${now}) >= ${since})
    ) or exists (
      select from alert
      where platform = ${platform} and customer_id = ${customerId} and kind = 'account' and sar = 1
        and created_at >= ${since}
    ) or exists (
      select from document_form
      where platform = ${platform} and customer_id = ${customerId} and type = 'sar'
        and (status <> 'approved' or coalesce(approved_at, updated_at) >= ${since})
    ) as is_reported`.execute(tx)
  return rows[0]?.is_reported ?? false
}
