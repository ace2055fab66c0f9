// One model configuration: its name, its values, one a line, and why it is there.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData, useReference } from '#src/data/data.ts'
import { faultAt } from '#src/data/net/faults.ts'
import { useDraft } from '#src/data/user/drafts.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Field, TextArea, TextInput } from '#src/ui/form/field.tsx'
import { MergeConflict } from '#src/ui/merge-conflict.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import {
  codeFault,
  conflictsWith,
  doubledIn,
  draftOf,
  isBehind,
  isChanged,
  NEW_SETTING,
  PLACE_LABELS,
  readValues,
  type SettingDraft,
} from './draft.ts'
import { History } from './history.tsx'
import { draftKey, useModelSettings } from './model-settings.ts'
import { modelSettingQueries } from './queries.ts'

export function ModelSettingScreen() {
  const { platform = '', id = null } = useParams({ strict: false }) as { platform?: string; id?: string }
  const { api } = useData()
  const { store, drafts } = useModelSettings()
  const query = useQuery({ ...modelSettingQueries.view(api, platform, id ?? ''), enabled: id !== null })
  const set = id === null ? null : (query.data ?? null)
  const written = useDraft(drafts, draftKey({ platform, id }))

  useEffect(() => {
    store.setState({ opened: { platform, id, base: set } })
  }, [store, platform, id, set])
  useEffect(() => () => store.setState({ opened: null, faults: [], chosen: {} }), [store])
  const base = set ? draftOf(set) : NEW_SETTING
  const draft = written ?? base
  const isSaving = useStore(store, (state) => state.isSaving)
  useReasonsOf(
    [id, set?.version, isChanged(draft, base), draft.base?.version, draft.name.trim() === '', isSaving].join(),
  )

  if (id !== null && query.isError && !set) {
    return (
      <Empty title={`Model configuration ${id} could not be read`}>
        <p>{query.error.message}</p>
        <CommandButton command="model.refresh">Try again</CommandButton>
        <CommandButton command="model.leave" />
      </Empty>
    )
  }
  if ((id !== null && !set) || written === undefined) {
    return (
      <div className="p-6">
        <Skeleton lines={8} label="Loading the model configuration" />
      </div>
    )
  }
  const moments = set ? `Changed ${formatDateTime(set.updatedAt)}, made ${formatDateTime(set.createdAt)}` : ''
  const { rules = [] } = set ?? {}
  const head = rules.length > 0 ? `${moments}. In the lists of ${rules.map((rule) => rule.name).join(', ')}` : moments
  return (
    <section aria-label="Model configuration" className="flex h-full min-h-0 flex-col">
      <header className="flex flex-none flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <h2 className="text-title font-semibold">{set?.name ?? 'New model configuration'}</h2>
        {isChanged(draft, base) && <Tag tone="warn">Not saved</Tag>}
        {set?.pending && <Tag tone="warn">{`Proposed by ${set.pending.by.name}: waits for a second person`}</Tag>}
        <span className="min-w-0 grow truncate text-muted">{head}</span>
        <span className="flex flex-wrap gap-2">
          <CommandButton command="model.save" variant="primary" />
          {set && <CommandButton command="model.delete" />}
          <CommandButton command="model.leave" variant="quiet" />
        </span>
      </header>
      <div className="min-h-0 grow overflow-y-auto">
        <SettingForm
          key={draftKey({ platform, id })}
          draft={draft}
          base={base}
          onChange={(next) => {
            store.setState({ faults: [] })
            drafts.write(draftKey({ platform, id }), next, `Model configuration ${next.name}`.trim())
          }}
        />
        {id !== null && <History platform={platform} id={id} />}
      </div>
    </section>
  )
}

interface SettingFormProps {
  draft: SettingDraft
  base: SettingDraft
  onChange: (next: SettingDraft) => void
}

function SettingForm({ draft, base, onChange }: SettingFormProps) {
  const { store } = useModelSettings()
  const faults = useStore(store, (state) => state.faults)
  const chosen = useStore(store, (state) => state.chosen)
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const change = (part: Partial<SettingDraft>) => onChange({ ...draft, ...part })
  // the first Escape leaves the field, the second the screen
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    event.target.blur()
  }
  const reference = useReference()
  const values = readValues(draft.values)
  const wrong = codeFault(
    values,
    (standard, code) => reference.find(standard === 'country' ? 'countries' : 'currencies', code) !== undefined,
  )
  const doubled = doubledIn(draft.values)
  const hint = [countOf(values.length, 'value'), doubled > 0 && `${doubled} duplicated and kept once`, wrong]
    .filter(Boolean)
    .join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves whichever field has the focus
    <form
      aria-label="Model configuration"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={handleKeyDown}
      className="grid max-w-[720px] content-start gap-4 p-4"
    >
      {isBehind(draft, base) && (
        <MergeConflict
          title="Somebody changed it since you began"
          rows={conflictsWith(draft, base).map(({ place, before, theirs, yours, by }) => ({
            key: place,
            label: PLACE_LABELS[place] ?? place,
            before: String(before),
            theirs: String(theirs),
            yours: String(yours),
            by: by === 'both' && place === 'values' ? 'together' : by,
          }))}
          chosen={chosen}
          onChoose={(place, whose) => store.setState((was) => ({ chosen: { ...was.chosen, [place]: whose } }))}
        >
          <CommandButton command="model.insist" variant="primary" />
          <CommandButton command="model.discard">Take theirs, all of it</CommandButton>
        </MergeConflict>
      )}
      <Field label="Name" error={faultAt(faults, 'name')}>
        <TextInput
          ref={name}
          value={draft.name}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <Field label="Values, one per line" hint={hint} error={faultAt(faults, 'value')}>
        <TextArea
          rows={14}
          spellCheck={false}
          value={draft.values}
          onChange={({ target }) => change({ values: target.value })}
        />
      </Field>
      <Field label="Comment" error={faultAt(faults, 'comment')}>
        <TextArea rows={3} value={draft.comment} onChange={({ target }) => change({ comment: target.value })} />
      </Field>
      {isChanged(draft, base) && (
        <div>
          <CommandButton command="model.discard" variant="quiet" />
        </div>
      )}
    </form>
  )
}
