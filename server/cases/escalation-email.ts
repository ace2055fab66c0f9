/** The mail to the manager to whom work was escalated: numbers of cases and names of rules, no customer and no note. */
import { sql } from 'kysely'
import { findPlatform } from '#contract/model/platform.ts'
import type { Acting } from '#server/core/context.ts'
import { post } from '#server/mail/mail-outbox.ts'
import type { Tx } from '#server/ops/effect.ts'

interface Escalated {
  platform: string
  /** An account's id. */
  to: string
  /** "PX1". */
  label: string
  /** Below the platform. */
  path: string
}

/** Mails the manager; what is escalated before the mail is on its way is added to it. */
export async function mailEscalation(tx: Tx, context: Acting, { platform, to, label, path }: Escalated): Promise<void> {
  const { account, config, now } = context
  const { email } = await tx.selectFrom('account').select('email').where('id', '=', to).executeTakeFirstOrThrow()
  const subject = `Escalated to you on ${findPlatform(platform)?.label ?? platform}`
  const where =
    config.publicUrl === undefined ? '' : `\n  ${config.publicUrl}/admin/${encodeURIComponent(platform)}/${path}`
  const text = `${account.fullName} escalated ${label} to you.${where}\n`
  const unsent = tx
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', email)
    .where('subject', '=', subject)
    .where('platform', '=', platform)
    .where('attempts', '=', 0)
    .where('sent_at', 'is', null)
    .limit(1)
    .forUpdate()
    .skipLocked()
  const added = await tx
    .updateTable('mail')
    .set({ text: sql`text || ${text}` })
    .where('id', '=', unsent)
    .returning('id')
    .executeTakeFirst()
  if (!added) await post(tx, { platform, to: email, subject, text, attachment: null }, now())
}
