/** The queue of sanctions hits. */
import type { SanctionsHit } from '#contract/model/screening/sanctions.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import { useData } from '#src/data/data.ts'
import { createServerSource } from '#src/data/lists/server-source.ts'
import { useCases } from '#src/features/cases/public.ts'
import { defineReadList, type ReadList } from '#src/features/lists/public.ts'
import { hitFilter, toQuery, type HitFilter } from './filter.ts'

export const keyOf = ({ id }: SanctionsHit) => id

/** The queue of a window. */
export const hitList = defineReadList<SanctionsHit, HitFilter>({
  filter: hitFilter,
  path: 'screening/',
  open: (data, platform, filter) => {
    const query = toQuery(filter, platform)
    return createServerSource<SanctionsHit>(data, {
      async load(page, pageSize, { signal, isBackground }) {
        const { screening } = await import('#contract/calls/screening.ts')
        const how = { signal, platform, quiet: isBackground }
        return data.api.send(screening.hits, { query: { ...query, page, pageSize } }, how)
      },
      keyOf,
      pageSize: PAGE_SIZES.customers,
      keep: { store: data.engine.snapshots, key: `sanctions hits|${platform}|${JSON.stringify(query)}`, platform },
    })
  },
})

/** The queue of this window. */
export const useHitList = (): ReadList<SanctionsHit, HitFilter> => hitList(useData(), useCases().narrowing)
