/** The transactions of a report, chosen from those of its customer. */
import type { StoreApi } from 'zustand/vanilla'
import { customers } from '#contract/calls/customers.ts'
import type { CustomerTransaction } from '#contract/model/customer.ts'
import { formMay } from '#contract/model/forms/document-form.ts'
import { namesTransaction, withTransaction } from '#contract/model/forms/sar-actions.ts'
import { changeHere, defineArg, defineCommand, type Command, type Option } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { formatAmount } from '#src/format/amount.ts'
import { formKey, type FormDraft, type FormsView } from './forms.ts'

/** The maximum number of latest matches. */
const MOST = 50

/** Adds a transaction of the customer to the current report; `mod+enter` adds one and stays open. */
export function transactionCommand(
  store: StoreApi<FormsView>,
  { api, drafts, reference }: Data,
  draftOf: () => FormDraft | null | undefined,
): Command {
  const answers = () => draftOf()?.data ?? store.getState().opened?.data ?? {}
  const service = (id: string) => reference.find('services', id)?.name ?? id
  const option = (one: CustomerTransaction): Option<CustomerTransaction> => ({
    id: one.transactionId,
    value: one,
    title: [
      one.transactionUtcDate.slice(0, 10),
      `${formatAmount(one.transactionAmount)} ${one.transactionCurrency}`,
      `${one.transactionDirection === 'outgoing' ? 'to' : 'from'} ${one.counterPartyName}`,
    ].join(' · '),
    detail: [service(one.transactionType), one.caseId].filter(Boolean).join(' · '),
    keywords: [one.transactionId, one.transactionDesc ?? ''],
    ...(namesTransaction(answers(), one.transactionId) && { disabled: 'in the report already' }),
  })
  return defineCommand({
    id: 'form.addTransaction',
    title: 'Add a transaction to the report…',
    shortTitle: 'Add transaction…',
    group: 'Customer',
    keywords: 'starting action, completing action, payment, picker, add payment, include transaction, link transaction',
    when: inView('form'),
    keys: ['t'],
    calls: [],
    undo: { kind: 'hold' },
    disabledReason: () => {
      const { opened: form } = store.getState()
      if (form?.formType !== 'sar') return 'Only a report names transactions'
      return formMay('change', form.status) ? null : 'Return it to draft first'
    },
    args: [
      defineArg<'transaction', CustomerTransaction>({
        name: 'transaction',
        type: 'choice',
        prompt: () => `Transaction of ${store.getState().opened?.customerName ?? 'the customer'}`,
        source: async (_, query) => {
          const { opened: form } = store.getState()
          if (!form) return []
          const { platform, customerId } = form
          const search = query.trim()
          const { items } = await api.send(
            customers.transactions,
            { params: { platform, customerId }, query: { pageSize: MOST, ...(search && { search }) } },
            { platform, quiet: true },
          )
          const { caseIds } = answers()
          const ofReport = new Set(typeof caseIds === 'string' ? caseIds.split(/[,;\s]+/) : [])
          const isOfCase = (one: CustomerTransaction) => one.caseId !== null && ofReport.has(one.caseId)
          return [...items.filter(isOfCase), ...items.filter((one) => !isOfCase(one))].map(option)
        },
      }),
    ],
    run: (_, { transaction: one }) => {
      const { opened: form } = store.getState()
      if (!form) return undefined
      const [key, before] = [formKey(form.uuid), draftOf()]
      const next = withTransaction(answers(), {
        transactionId: one.transactionId,
        date: one.transactionUtcDate.slice(0, 10),
        amount: one.transactionAmount,
        currency: one.transactionCurrency,
        method: service(one.transactionType),
        direction: one.transactionDirection,
        customer: form.customerName,
        counterparty: one.counterPartyName,
        counterpartyCountry: one.counterPartyCountry,
      })
      return changeHere(
        `Added ${one.transactionId} to the report`,
        () => drafts.write(key, { data: next, version: before?.version ?? form.version }),
        () => (before ? drafts.write(key, before) : drafts.drop(key)),
      )
    },
  })
}
