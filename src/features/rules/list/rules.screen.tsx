// The rules of a platform: the list with its filter, and the current rule as text.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { FIGURES_DAYS, type RuleItem } from '#contract/model/rules/rule.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { FilterChip, ListSearch, PageRows } from '#src/features/lists/public.ts'
import { contentOf } from '#src/features/rules/editor/draft.ts'
import { rulesHref } from '#src/features/rules/links.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { RuleButtons } from '#src/features/rules/rule-buttons.tsx'
import { RuleDescription } from '#src/features/rules/rule-description.tsx'
import { RuleTags } from '#src/features/rules/rule-tags.tsx'
import { draftKey, useRules, type Rules } from '#src/features/rules/rules.ts'
import { useLookups } from '#src/features/rules/use-lookups.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useDebounced } from '#src/ui/use-debounced.ts'
import { ruleColumns } from './columns.tsx'
import { fits, rulesFilter, toQuery, type RulesFilter } from './filter.ts'
import { falsePositives, sorted } from './sort.ts'

/** Typing that pauses for so long is searched for, ms. */
const SEARCH_REST_MS = 150
const keyOf = ({ id }: RuleItem) => id
const noun = ['rule', 'rules'] as const
const SPLIT = { storageKey: 'docket.rules.preview' }
const NONE: readonly RuleItem[] = []

export function RulesScreen() {
  const { platform = '' } = useParams({ strict: false })
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const { api } = useData()
  const rules = useRules()
  const { store, list } = rules
  const { search, isPreviewOpen, sort } = useStore(store)
  const at = JSON.stringify(raw)
  const filter = useMemo(() => rulesFilter.read(JSON.parse(at)), [at])
  useEffect(() => store.setState({ filter }), [store, filter])

  const rested = useDebounced(search, SEARCH_REST_MS)
  const asked = useMemo(() => toQuery(filter, rested), [filter, rested])
  const query = useQuery(ruleQueries.list(api, platform, asked))
  const items = query.data?.items ?? NONE
  const figures = useQuery({ ...ruleQueries.figures(api, platform), enabled: rules.hasTrials() }).data
  const rows = useMemo(
    () =>
      sorted(
        items.filter((row) => fits(filter, row)),
        sort,
        figures,
      ),
    [items, filter, sort, figures],
  )
  const now = useNow()
  const types = useQuery(ruleQueries.types(api, 'transaction')).data
  const drafts = useDraftKeys(rules, items)
  const columns = useMemo(
    () => ruleColumns({ types: types ?? [], now, figures, hasDraft: (row) => drafts.has(draftKey(row)) }),
    [types, now, figures, drafts],
  )
  const isNarrowed = rulesFilter.active(filter).length > 0 || search !== ''

  return (
    <section aria-label="Rules" className="flex h-full min-h-0 flex-col">
      <Bar rules={rules} platform={platform} filter={filter} shown={rows.length} total={query.data?.total ?? 0} />
      <div className="min-h-0 grow">
        <PageRows
          query={query}
          things="rules"
          again="rule.refresh"
          label="Rules"
          noun={noun}
          rows={rows}
          keyOf={keyOf}
          columns={columns}
          state={list}
          open="rule.open"
          context="rules list"
          split={SPLIT}
          preview={(row) => isPreviewOpen && <Preview row={row} />}
          empty={
            <Empty title={isNarrowed ? 'No results' : 'No rules'}>
              {isNarrowed ? (
                <CommandButton command="rule.clearFilter" />
              ) : (
                <p>Nothing is monitored until a rule is in force.</p>
              )}
            </Empty>
          }
        />
      </div>
    </section>
  )
}

/** The rules that something unsaved is written on, by the key of the draft. */
function useDraftKeys({ drafts }: Rules, items: readonly RuleItem[]): ReadonlySet<string> {
  const found = useSyncExternalStore(drafts.subscribe, () =>
    items
      .map(draftKey)
      .filter((key) => drafts.read(key))
      .join(' '),
  )
  return useMemo(() => new Set(found.split(' ')), [found])
}

interface BarProps {
  rules: Rules
  platform: string
  filter: RulesFilter
  shown: number
  total: number
}

/** One line above the list: what it is narrowed to, and how much that is. */
function Bar({ rules: { store, list }, platform, filter, shown, total }: BarProps) {
  const navigate = useNavigate()
  const search = useStore(store, (state) => state.search)
  const selection = useStore(list.selection)
  const count = selection.mode === 'ids' ? selection.ids.size : 0
  const capped = total > shown && shown >= 2000 ? ` of ${formatCount(total)}: narrow it down` : ''
  return (
    <header className="flex min-h-9 flex-none flex-wrap items-center gap-2 border-b border-line px-3 py-1 text-list">
      <ListSearch
        label="Search in the rules"
        list="Rules"
        placeholder="Name, description or id"
        value={search}
        onChange={(search) => store.setState({ search })}
      />
      <ul aria-label="Filter" className="flex min-w-0 flex-wrap items-center gap-1.5">
        {rulesFilter.active(filter).map((field) => (
          <FilterChip
            key={field}
            label={`Remove filter ${rulesFilter.fields[field].label}: ${rulesFilter.chipText(field, filter, {})}`}
            onRemove={() => void navigate({ to: rulesHref(platform, rulesFilter.without(filter, field)) })}
          >
            {rulesFilter.chipText(field, filter, {})}
          </FilterChip>
        ))}
      </ul>
      <CommandButton command="rule.addFilter" variant="quiet" />
      {rulesFilter.active(filter).length > 0 && <CommandButton command="rule.clearFilter" variant="quiet" />}
      <CommandButton command="rule.withDeleted" variant="quiet" />
      <CommandButton command="rule.sort" variant="quiet" />
      <span className="grow" />
      <span role="status" className="whitespace-nowrap text-muted">
        {[count > 0 && `${formatCount(count)} selected`, countOf(shown, 'rule') + capped].filter(Boolean).join(' · ')}
      </span>
      <CommandButton command="rule.new" variant="primary" />
    </header>
  )
}

/** The results of the rule under the cursor. */
function Practice({ rule, platform }: { rule: RuleItem; platform: string }) {
  const { api } = useData()
  const figures = useQuery({ ...ruleQueries.figures(api, platform), enabled: useRules().hasTrials() }).data
  if (!figures) return null
  const of = figures.get(rule.id)
  const rate = falsePositives(of)
  return (
    <p className="text-list text-muted">
      Last {FIGURES_DAYS} days: {countOf(of?.alerts ?? 0, 'alert')}, {countOf(of?.strs ?? 0, 'STR')}
      {rate !== null && `, ${Math.round(rate * 100)} % false positives`}. {formatCount(of?.open ?? 0)} open.{' '}
      {countOf(of?.allowlists ?? 0, 'allow list')} in force.
    </p>
  )
}

/** The current rule, as text. */
function Preview({ row }: { row: RuleItem | undefined }) {
  const { platform = '' } = useParams({ strict: false })
  const look = useLookups(platform, row?.type)
  return (
    <PreviewPane>
      {row ? (
        <div className="grid gap-4">
          <header className="grid gap-1">
            <h2 className="text-title font-semibold">{row.name}</h2>
            <RuleTags rule={row} />
          </header>
          <Practice rule={row} platform={platform} />
          <p>{row.description}</p>
          <RuleDescription content={contentOf({ description: '', criteria: {}, options: {}, ...row })} look={look} />
          <RuleButtons
            commands={['rule.open', 'rule.history', 'rule.clone', row.proposal ? 'rule.approve' : 'rule.delete']}
            primary="rule.open"
          />
        </div>
      ) : (
        <p className="text-muted">No rule selected</p>
      )}
    </PreviewPane>
  )
}
