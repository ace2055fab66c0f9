import type { CustomerTransaction } from '#contract/model/customer.ts'
import { useNames } from '#src/data/names.ts'
import { Details } from '#src/features/cases/public.ts'
import { fieldLabel, fieldOrder } from '#src/format/field-table.ts'
import { formatFieldOf } from '#src/format/field.ts'

/** The drawer 'transaction': every field of a transaction without a case. */
export function TransactionDrawer({ value: { row } }: { value: { row: CustomerTransaction } }) {
  const names = useNames()
  const record: Record<string, unknown> = { ...row }
  const fields = Object.keys(record).toSorted((a, b) => fieldOrder(a) - fieldOrder(b))
  return (
    <div className="grid gap-4">
      <Details
        rows={fields.flatMap((field) => {
          const shown = formatFieldOf(record, field, names)
          return shown === null ? [] : [[fieldLabel(field), shown] as const]
        })}
      />
      <p className="text-list text-muted">This transaction raised no case.</p>
    </div>
  )
}
