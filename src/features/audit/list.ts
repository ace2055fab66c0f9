/** The audit, and its reads of SAR material, as lists of a window; nothing is stored on the device. */
import { audit } from '#contract/calls/audit.ts'
import type { AuditRow } from '#contract/model/audit/audit-row.ts'
import { useData, type Data } from '#src/data/data.ts'
import { createServerSource } from '#src/data/lists/server-source.ts'
import { useCases } from '#src/features/cases/public.ts'
import { defineReadList, type FilterChoices, type ReadList } from '#src/features/lists/public.ts'
import { humanise } from '#src/format/label.ts'
import { auditQueries } from './queries.ts'
import { auditFilter, toQuery, type AuditFilter } from './filter.ts'

export const keyOf = ({ n }: AuditRow): string => String(n)

const PAGE_SIZE = 100

function define(isReads: boolean) {
  const list = defineReadList<AuditRow, AuditFilter>({
    filter: auditFilter,
    path: `administration/${isReads ? 'reads' : 'audit'}`,
    open: (data, platform, filter) =>
      createServerSource<AuditRow>(data, {
        async load(page, pageSize, { signal, isBackground }) {
          const query = { ...toQuery(filter, isReads), page, pageSize }
          return data.api.send(audit.list, { query }, { signal, platform, quiet: isBackground })
        },
        keyOf,
        pageSize: PAGE_SIZE,
      }),
  })
  return (data: Data, choices: FilterChoices) =>
    list(data, {
      ...choices,
      async lookups(platform) {
        const known = await choices.lookups(platform)
        const { actions, objectKinds } = await data.queries
          .ensureQueryData(auditQueries.choices(data.api, platform))
          .catch(() => ({ actions: [], objectKinds: [] }))
        return {
          ...known,
          action: actions.map((value) => ({ value, label: humanise(value) })),
          objectKind: objectKinds.map((value) => ({ value, label: humanise(value) })),
        }
      },
    })
}

export const auditList = define(false)
export const readsList = define(true)

/** One of the two lists of this window. */
export function useAuditList(isReads: boolean): ReadList<AuditRow, AuditFilter> {
  const [data, { narrowing }] = [useData(), useCases()]
  return (isReads ? readsList : auditList)(data, narrowing)
}
