/** KYC data of a platform's customers by mail, produced and sent by a separate service. */
import { kyc } from '#contract/calls/kyc.ts'
import { defineArg, defineCommand, emptyPlan, type Command, type Option } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { ApiError } from '#src/data/net/errors.ts'
import type { Customers } from './customers.ts'

const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

const optionOf = (email: string): Option<string> => ({ id: email, value: email, title: email })

/** Asks for confirmation, since a sent mail cannot be recalled. */
export function kycCommand({ data, ports }: Customers): Command {
  const { api } = data
  return defineCommand({
    id: 'customer.exportKyc',
    title: 'Mail the KYC facts of all clients…',
    shortTitle: 'KYC export…',
    group: 'Customer',
    keywords:
      'kyc, export, e-mail, csv, report, kyc report, kyc file, cdd export, due diligence, dossier, kyc pack, download customer, send kyc, download kyc',
    when: inView('customers', 'customer'),
    keys: ['shift+e'],
    offline: 'block',
    calls: [kyc.export],
    undo: { kind: 'none' },
    audit: 'none',
    gathers: false,
    args: [
      defineArg<'email', string>({
        name: 'email',
        type: 'text',
        prompt: () => 'Send to',
        source: () => {
          const own = ports.me()?.email ?? ''
          return own === '' ? [] : [{ ...optionOf(own), detail: 'you' }]
        },
        create: (_, query) => (ADDRESS.test(query.trim()) ? optionOf(query.trim()) : null),
      }),
    ],
    plan: (_, { email }) => ({
      ...emptyPlan,
      confirm: `Mail personal data of every client of ${ports.platformLabel()} to ${email}`,
    }),
    otherwise: (c, { email }) => {
      const send = async () => {
        const { message } = await api.send(kyc.export, { body: { email } })
        c.actions.say(message)
      }
      send().catch((error: unknown) => {
        // the server's words are in the status line already
        if (!(error instanceof ApiError)) throw error
      })
      return { announce: `Asking for the export to ${email}` }
    },
  })
}
