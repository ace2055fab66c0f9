/** The commands of the list of customers: opening, looking, copying, keeping for later without a network. */
import { customerName, type CustomerItem } from '#contract/model/customer.ts'
import { defineCommand, targetLabel, type Command, type Ctx } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import { customerHref } from '#src/features/cases/public.ts'
import { goTo } from '#src/features/go-to.ts'
import { filterCommands, frameCommands, keepOfflineCommand } from '#src/features/lists/public.ts'
import type { Customers } from './customers.ts'
import { customerList } from './list.ts'

const inCustomers = inView('customers')
const onRow = all(inCustomers, flag('hasCursor'))

/** The maximum number of customers made available at once. */
const KEEP_MAX = 100

/** "Acme Ltd", or "37 clients". */
const labelOf = (c: Ctx): string => {
  const row = c.size === 1 ? (c.list?.rowOf(c.targets[0] ?? '') as CustomerItem | undefined) : undefined
  return (row && customerName(row.customerProfile)) || targetLabel(c)
}

/** The commands of the list of this window. */
export function listCommands(customers: Customers): Command[] {
  const { view, narrowing, pack } = customerList(customers)
  const { casesHref } = customers.ports
  const { list, store } = view
  const hrefOf = (id: string) => customerHref(store.getState().platform, id)

  const copy = (id: Command['id'], key: string, title: string, textOf: (ids: readonly string[]) => string) =>
    defineCommand({
      id,
      title: (c) => `${title} of ${labelOf(c)}`,
      shortTitle: title,
      group: 'View',
      keywords: 'clipboard, copy reference, number, ref, url, copy url, share, share link, permalink, address',
      when: onRow,
      keys: [key],
      gathers: true,
      run: (c) => {
        const label = labelOf(c)
        copyText(c, textOf(c.targets), `Copied ${title.slice('Copy '.length)} of ${label}`)
      },
    })

  return [
    goTo({
      id: 'nav.customers',
      title: 'Clients',
      path: 'customers/',
      keys: ['g u'],
      keywords:
        'customers, customer list, client list, accounts, kyc, people, merchants, companies, entities, subjects, parties, profiles, find customer, customer search, crm, cdd, onboarding',
    }),
    defineCommand({
      id: 'customers.open',
      title: (c) => `Open ${labelOf(c) || 'the client'}`,
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'profile, customer, details, view client, show, kyc, client file',
      when: onRow,
      keys: ['enter', 'o'],
      run: (c) => {
        const { id } = list.cursor.getState()
        if (id) c.ports.navigate(hrefOf(id))
      },
    }),
    defineCommand({
      id: 'customers.cases',
      title: (c) => `Show the cases of ${labelOf(c) || 'the client'}`,
      shortTitle: 'Cases',
      group: 'Customer',
      keywords: 'transactions, queue, alerts, investigations, case history, open cases',
      when: onRow,
      keys: ['d'],
      run: (c) => {
        const row = view.rowOf(list.cursor.getState().id ?? '')
        if (!row) return
        const { customerId: id } = row.customerProfile
        c.ports.navigate(casesHref(row.platform, { id, name: customerName(row.customerProfile) }))
      },
    }),
    ...frameCommands({ area: 'customers', when: inCustomers, view, showNew: 'Show new clients' }),
    keepOfflineCommand({
      id: 'customers.keepOffline',
      when: onRow,
      noun: 'client',
      labelOf,
      idsOf: (c) => c.targets,
      most: KEEP_MAX,
      keep: async (ids, say) => (await pack()).keep(ids, say),
    }),
    copy('customers.copyId', 'y', 'Copy id', (ids) => ids.join('\n')),
    copy('customers.copyLink', 'shift+y', 'Copy link', (ids) =>
      ids.map((id) => new URL(hrefOf(id), location.href).href).join('\n'),
    ),
    ...filterCommands({ area: 'customers', when: inCustomers, place: 'the list of clients', view, narrowing }),
  ]
}
