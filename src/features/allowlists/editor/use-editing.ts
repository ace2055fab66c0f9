/** The common part of an allowlist's screen and drawer: draft, dry run, faults. */
import { allowlists as calls } from '#contract/calls/rules/allowlists.ts'
import { whyNotCall } from '#contract/model/roles.ts'
import { useSession } from '#src/features/sign-in/public.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Allowlist, CoveredAlerts, FilterField } from '#contract/model/rules/allowlist.ts'
import type { Rule, RuleInfo } from '#contract/model/rules/rule.ts'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData, useIsOnline } from '#src/data/data.ts'
import { faultsOf, type Fault } from '#src/data/net/faults.ts'
import { useDraft } from '#src/data/user/drafts.ts'
import { useAllowlists } from '#src/features/allowlists/allowlists.ts'
import { allowlistQueries } from '#src/features/allowlists/queries.ts'
import { criteriaToSend, ruleQueries } from '#src/features/rules/public.ts'
import { useDebounced } from '#src/ui/use-debounced.ts'
import { bodyOf, isAsRule, isChanged, missingIn, missingToSave, type Draft } from './draft.ts'

export interface Editing {
  draft: Draft
  base: Draft
  saved: Allowlist | null
  change(part: Partial<Draft> | ((draft: Draft) => Draft)): void
  isChanged: boolean
  isReadOnly: boolean
  /** The reason why a person may not edit, as text. */
  whyReadOnly: string | null
  rule: Rule | undefined
  /** The rule types of its rule alone. */
  types: readonly RuleInfo[]
  fields: readonly FilterField[]
  faults: readonly Fault[]
  covered: Covered
}

/** The covered open alerts of the draft; `waits` names what is missing. */
export interface Covered {
  data: CoveredAlerts | undefined
  waits: string | null
  isLoading: boolean
}

interface EditingOf {
  platform: string
  key: string
  saved: Allowlist | null
  base: Draft
  isVersion?: boolean
  onSaved: (saved: Allowlist) => void
}

/** Typing that pauses for so long is tried on the open alerts, ms. */
const REST_MS = 500
/** A server of the plain catalogue. */
export const NO_TRIALS = 'This server does not say which open alerts it covers'
const AS_RULE = 'Raise a limit above the rule’s own, shorten its list, or allow whatever the rule sees'
const NO_TYPES: readonly RuleInfo[] = []
const NO_FIELDS: readonly FilterField[] = []

/** Null while it is not known whether something was being written. Wants `base` and `onSaved` memoised. */
export function useEditing({ platform, key, saved, base, isVersion = false, onSaved }: EditingOf): Editing | null {
  const { api } = useData()
  const { store, drafts } = useAllowlists()
  const whyNotChange = whyNotCall([calls.change], useSession().profile.roles, 'change this allowlist')
  const written = useDraft(drafts, key)
  const draft = (isVersion ? null : written) ?? base
  const isReadOnly = isVersion || whyNotChange !== null

  const { data: rule, error: ruleError } = useQuery({
    ...ruleQueries.view(api, platform, draft.ruleId),
    enabled: draft.ruleId !== '',
  })
  const { data: fields } = useQuery({
    ...allowlistQueries.fields(api, platform, draft.ruleId),
    enabled: draft.ruleId !== '',
  })
  const { data: infos, error: infosError } = useQuery({
    ...ruleQueries.types(api, rule?.type ?? 'transaction'),
    enabled: rule !== undefined,
  })
  const types = useMemo(
    () => (rule && infos ? infos.filter(({ type }) => type in rule.criteria) : NO_TYPES),
    [rule, infos],
  )
  const isEdited = isChanged(draft, base)
  const unread = ruleError ?? infosError
  const covered = useCovered({
    draft,
    rule,
    types,
    unread,
    saved,
    isTried: !isReadOnly && (isEdited || saved === null),
  })
  const fromSaving = useStore(store, (state) => state.faults)

  useEffect(() => {
    store.setState({ opened: { platform, key, saved, base, types, isVersion, onSaved } })
  }, [store, platform, key, saved, base, types, isVersion, onSaved])
  useEffect(() => () => store.setState({ opened: null, faults: [], chosen: {} }), [store])
  const isSaving = useStore(store, (state) => state.isSaving)
  useReasonsOf([key, saved?.versionId, isEdited, draft.base?.versionId, missingToSave(draft), isSaving].join())

  if (written === undefined && !isVersion) return null
  return {
    draft,
    base,
    saved,
    change(part) {
      store.setState({ faults: [] })
      const next = typeof part === 'function' ? part(draft) : { ...draft, ...part }
      drafts.write(key, next, `Allow list ${next.name}`.trim())
    },
    isChanged: isEdited,
    isReadOnly,
    whyReadOnly: isVersion ? null : whyNotChange,
    rule,
    types,
    fields: fields?.items ?? NO_FIELDS,
    faults: fromSaving.length > 0 ? fromSaving : covered.faults,
    covered,
  }
}

interface CoveredOf {
  draft: Draft
  rule: Rule | undefined
  types: readonly RuleInfo[]
  /** The reason why its rule could not be read. */
  unread: Error | null
  saved: Allowlist | null
  /** It has unsaved changes. */
  isTried: boolean
}

function useCovered({ draft, rule, types, unread, saved, isTried }: CoveredOf): Covered & { faults: readonly Fault[] } {
  const { api, capabilities } = useData()
  const isOnline = useIsOnline()
  const hasTrials = capabilities().trials === true
  // its types distinguish a rule's parameters
  const reading = unread ? `The rule could not be read: ${unread.message}` : 'Reading the rule'
  // an untouched limit is no error
  const missing = missingIn(draft) ?? (!rule || types.length === 0 ? reading : isAsRule(draft, rule) ? AS_RULE : null)
  const body = useMemo(() => bodyOf(draft, types, criteriaToSend), [draft, types])
  const rested = useDebounced(body, REST_MS)
  const tried = useQuery({
    ...allowlistQueries.dryRun(api, rested),
    enabled: hasTrials && isTried && isOnline && missing === null && rested.ruleId !== '' && rested.name !== '',
  })
  const standing = useQuery({
    ...allowlistQueries.covered(api, draft.platform, saved?.versionId ?? ''),
    enabled: hasTrials && !isTried && isOnline && saved !== null,
  })
  const query = isTried ? tried : standing
  const faults = isTried && missing === null ? faultsOf(tried.error) : []
  const failed = query.isError && faults.length === 0 ? query.error.message : null
  const waits = !hasTrials
    ? NO_TRIALS
    : !isOnline
      ? 'Needs the network'
      : isTried && missing !== null
        ? missing
        : failed
  return {
    data: waits === null && !query.isError ? query.data : undefined,
    waits: faults.length > 0 ? 'Fix the errors' : waits,
    isLoading: waits === null && (query.isFetching || (isTried && rested !== body)),
    faults,
  }
}
