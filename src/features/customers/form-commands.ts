/** Actions on a customer's forms from its screen. */
import { formMay, type FormItem } from '#contract/model/forms/document-form.ts'
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { formHref } from '#src/features/forms/public.ts'
import { formatDay } from '#src/format/date.ts'
import type { Customers } from './customers.ts'
import { customerQueries } from './queries.ts'

/** The signed copy of a SAR that was approved: it is submitted on the form itself. */
export function signedFormCommand({ store, data }: Customers): Command {
  return defineCommand({
    id: 'form.uploadSigned',
    title: 'Upload the signed copy of a SAR…',
    shortTitle: 'Signed SAR…',
    group: 'Customer',
    keywords:
      'signed sar, sar, report, signature, submit, file, signed copy, upload sar, signed report, scanned, wet signature',
    when: inView('customer'),
    keys: ['shift+h'],
    calls: [],
    disabledReason: () => (store.getState().opened ? null : 'No client is open'),
    args: [
      defineArg<'form', FormItem>({
        name: 'form',
        type: 'choice',
        prompt: () => 'Signed copy of',
        source: async () => {
          const who = store.getState().opened
          if (!who) return []
          const { platform, customerId } = who
          const query = customerQueries.forms(data.api, { platform, customerId })
          // offline there is nothing to choose from
          const forms = await data.queries.fetchQuery(query).catch(() => [])
          return forms
            .filter(({ formType }) => formType === 'sar')
            .map((form) => ({
              id: form.uuid,
              value: form,
              title: `Report of ${formatDay(form.createAt.date)}`,
              detail: `by ${form.author.name}`,
              ...(!formMay('sign', form.status) && {
                disabled: form.status === 'submitted' ? 'submitted already' : 'not approved yet',
              }),
            }))
        },
      }),
    ],
    run: (c, { form }) => c.ports.navigate(formHref(form.platform, form.uuid)),
  })
}
