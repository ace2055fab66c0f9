/** The KYC export: requested here, produced and sent in the background. */
import type { kyc } from '#contract/calls/kyc.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { record } from '#server/audit/audit.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { post, type MailOutbox } from '#server/mail/mail-outbox.ts'
import { isStaffAddress } from './queries.ts'

export function kycCalls(mail: MailOutbox): Handlers<typeof kyc> {
  return {
    async export({ body: { email } }, context) {
      const { db, request, now, account } = context
      // the guard has held it against the account's platforms
      const platform = request.headers.get('project') ?? ''
      if (platform === '') throw new Refusal(400, 'project: the header is missing')
      if (!(await isStaffAddress(db, platform, email))) {
        throw new Refusal(422, 'email: the export is sent to staff with access to this platform only')
      }
      const label = findPlatform(platform)?.label ?? platform
      await db.transaction().execute(async (tx) => {
        await post(
          tx,
          {
            platform,
            to: email,
            subject: `KYC export of ${label}`,
            text: `The KYC facts of all customers of ${label}, as ${account.fullName} asked for. Handle with care: it is personal data.\n`,
            attachment: 'kyc',
          },
          now(),
        )
        const object = { kind: 'report', id: 'kyc' }
        await record(tx, context, { action: 'export KYC', object, platform, after: { to: email } })
      })
      mail.nudge()
      return { message: `The export will be sent to ${email}.` }
    },
  }
}
