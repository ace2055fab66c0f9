// The drawer 'allow list': one is added from an alert, with its rule, its client and room above what was seen.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import type { Rule } from '#contract/model/rules/rule.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import type { Source } from '#src/commands/ports.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { accountAlertQueries } from '#src/features/account-alerts/public.ts'
import { dayOf, missingToSave } from '#src/features/allowlists/editor/draft.ts'
import { AllowlistForm } from '#src/features/allowlists/editor/form.tsx'
import { useEditing } from '#src/features/allowlists/editor/use-editing.ts'
import { caseQueries, Facts } from '#src/features/cases/public.ts'
import { FaultList, ruleQueries } from '#src/features/rules/public.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { closeDrawer, openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useAllowlists } from './allowlists.ts'
import { coveredText, suppressedText } from './covered-panel.tsx'
import { draftFromAlert, type AlertFacts, type CurrentAlert, type Suggestion } from './from-alert.ts'
import { allowlistQueries } from './queries.ts'
import { placeLabel } from './labels.ts'

export function AlertAllowlistDrawer({ value: alert }: { value: CurrentAlert }) {
  const { api, capabilities } = useData()
  // the rule in force: a copy that was read before may be of an earlier revision
  const rule = useQuery({ ...ruleQueries.view(api, alert.platform, alert.ruleId), staleTime: 0 })
  const hasTrials = capabilities().trials === true
  const suggested = useQuery({
    ...allowlistQueries.suggestion(api, alert.platform, alert.alertId),
    enabled: hasTrials,
  })
  const isOnAccount = alert.caseId === null
  const ofCase = useQuery({ ...caseQueries.alerts(api, alert.caseId ?? ''), enabled: !isOnAccount })
  const ofAccount = useQuery({
    ...accountAlertQueries.view(api, { id: alert.alertId, platform: alert.platform }),
    enabled: isOnAccount,
  })
  const read = isOnAccount ? ofAccount : ofCase
  const known = isOnAccount ? ofAccount.data : ofCase.data?.items.find(({ id }) => id === alert.alertId)
  if (rule.isError && !rule.data) {
    return (
      <Empty title="The rule could not be read">
        <p>{rule.error.message}</p>
      </Empty>
    )
  }
  const isStale = !rule.isFetchedAfterMount && rule.fetchStatus !== 'paused'
  const isReading = isStale || (hasTrials && suggested.isPending && suggested.fetchStatus !== 'paused')
  if (isReading || !rule.data || (!read.data && !read.isError)) return <Skeleton lines={8} />
  const facts = known && { day: known.createAt.date.slice(0, 10), ...known.triggerInfo }
  return <Adding alert={alert} rule={rule.data} known={facts ?? null} suggestion={suggested.data ?? null} />
}

interface AddingProps {
  alert: CurrentAlert
  rule: Rule
  known: AlertFacts | null
  suggestion: Suggestion | null
}

function Adding({ alert, rule, known, suggestion }: AddingProps) {
  const data = useData()
  const { runner, registry } = useCommandLayer()
  const { store } = useAllowlists()
  const isSaving = useStore(store, (state) => state.isSaving)
  const [base] = useState(() => draftFromAlert(alert, rule, { known, suggestion, today: dayOf(Date.now()) }))
  const [isWarned, setWarned] = useState(false)
  const onSaved = useCallback((saved: Allowlist) => {
    closeDrawer()
    // the alerts that are there already are asked about next, once the focus is back where it was
    setTimeout(() => openDrawer('rule resolve', saved))
  }, [])
  const form = useRef<HTMLFormElement>(null)
  const save = (source: Source) => void runner.invoke('allowlist.save', {}, source)
  useFormActions(form, { submit: () => save('key') })
  const keys = useKeysOf('dialog.submit')
  const { platform } = alert
  const key = `${platform}/alert/${alert.alertId}`
  const editing = useEditing({ platform, key, saved: null, base, onSaved })
  const isCovered = useMemo(
    () => editing?.covered.data?.items.some(({ alertId }) => alertId === alert.alertId) ?? false,
    [editing?.covered.data, alert.alertId],
  )
  if (!editing) return <Skeleton lines={8} />

  const handleKeyDown = (event: KeyboardEvent) => {
    // the first Escape over a changed draft warns, the second closes; the draft is kept either way
    if (event.key !== 'Escape' || isWarned || !editing.isChanged) return
    event.preventDefault()
    event.stopPropagation()
    setWarned(true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of its fields
    <form
      ref={form}
      aria-label="Allow list from the alert"
      className="grid max-w-[720px] gap-5"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={handleKeyDown}
    >
      {known && (
        <section
          aria-label="Values that triggered the rule"
          className="grid gap-2 rounded-md border border-line bg-raised p-3"
        >
          <p className="font-medium">{known.text}</p>
          <Facts facts={known.facts} />
        </section>
      )}
      <AllowlistForm editing={editing} isFromAlert />
      <div className="sticky -bottom-4 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-3">
        <div className="w-full">
          <FaultList faults={editing.faults} labelOf={placeLabel} />
        </div>
        <span role="status" className="min-w-0 grow text-list text-muted">
          {isWarned ? 'Not saved. Esc again closes; your draft is kept. ' : ''}
          {coveredText(editing.covered, false)}
          {editing.covered.data &&
            editing.covered.data.total > 0 &&
            (isCovered ? ' This alert is one.' : ' Not this alert.')}
          {editing.covered.data?.past && ` ${suppressedText(editing.covered.data.past)}`}
        </span>
        <Button onClick={closeDrawer} keys={registry.labelsOf('escape')}>
          Cancel
        </Button>
        <Button
          variant="primary"
          keys={keys}
          disabled={isSaving || missingToSave(editing.draft) !== null || !data.connectivity.isOnline()}
          onClick={() => save('pointer')}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
