// Model settings: the named lists of values that rules refer to, newest first.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { fromStamp } from '#contract/model/common.ts'
import type { ConfigSet } from '#contract/model/config-set.ts'
import { foldText } from '#contract/fold-text.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { ListSearch, PageFrame, PageRows } from '#src/features/lists/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useModelSettings } from './model-settings.ts'
import { modelSettingQueries } from './queries.ts'

const keyOf = ({ id }: ConfigSet) => String(id)
const noun = ['configuration', 'configurations'] as const
const NONE: readonly ConfigSet[] = []

const columnsAt = (now: number): readonly ListColumn<ConfigSet>[] => [
  { id: 'id', header: 'ID', width: 64, align: 'end', text: ({ id }) => String(id) },
  { id: 'name', header: 'Name', width: 200, grow: 2, text: ({ name }) => name },
  {
    id: 'count',
    header: 'Values',
    width: 72,
    align: 'end',
    text: ({ value }) => formatCount(value.length),
    spoken: ({ value }) => countOf(value.length, 'value'),
  },
  { id: 'values', header: 'Which', width: 200, grow: 4, text: ({ value }) => value.slice(0, 40).join(', ') },
  { id: 'comment', header: 'Comment', width: 140, grow: 2, hideBelow: 900, text: ({ comment }) => comment },
  {
    id: 'age',
    header: 'Changed',
    width: 84,
    align: 'end',
    text: ({ updatedAt }) => shortAge(now - fromStamp(updatedAt)),
  },
]

const isFound = ({ name, comment, value }: ConfigSet, term: string) =>
  [name, comment, ...value].some((text) => foldText(text).includes(term))

export function ModelSettingsScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { store, list } = useModelSettings()
  const search = useStore(store, (state) => state.search)
  const query = useQuery(modelSettingQueries.list(api, platform))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const sets = query.data ?? NONE
  const term = foldText(search)
  const rows = useMemo(() => (term === '' ? sets : sets.filter((set) => isFound(set, term))), [sets, term])

  return (
    <PageFrame
      name="Model settings"
      summary="Named lists of values that rules refer to."
      actions={
        <>
          <ListSearch
            label="Search by name, value or comment"
            list="Model settings"
            placeholder="Name, value, comment"
            value={search}
            onChange={(search) => store.setState({ search })}
          />
          <CommandButton command="model.new" variant="primary" />
        </>
      }
    >
      <PageRows
        query={query}
        things="model settings"
        again="model.refresh"
        label="Model settings"
        noun={noun}
        rows={rows}
        keyOf={keyOf}
        columns={columns}
        state={list}
        open="model.open"
        context="models list"
        empty={
          <Empty title={term === '' ? 'No model configuration' : 'No name or value matches'}>
            {term === '' && <CommandButton command="model.new" />}
          </Empty>
        }
      />
    </PageFrame>
  )
}
