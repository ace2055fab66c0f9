// One rule: the form, and beside it what the draft would have done. A new one begins here too.
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { whyNotCall } from '#contract/model/roles.ts'
import { useSession } from '#src/features/sign-in/public.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { Rule } from '#contract/model/rules/rule.ts'
import { digitKeys } from '#src/commands/dispatcher/digit-keys.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useIsOnline } from '#src/data/data.ts'
import { useDraft } from '#src/data/user/drafts.ts'
import {
  bodyOf,
  contentOf,
  isBehind,
  isEdited,
  newBody,
  typesOf,
  type Draft,
} from '#src/features/rules/editor/draft.ts'
import { focusSection } from '#src/features/rules/editor/focus.ts'
import { RuleForm } from '#src/features/rules/editor/rule-form.tsx'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { Faults } from './field-faults.tsx'
import { ruleQueries } from './queries.ts'
import { RuleButtons } from './rule-buttons.tsx'
import { RuleTags } from './rule-tags.tsx'
import { draftKey, useRules, type Rules } from './rules.ts'
import { SECTION_LABELS, SECTIONS } from './sections.ts'
import { useLookups } from './use-lookups.ts'
import { numberOf, placeLabel, valueText } from './rule-text.ts'

// read-only without the right to edit
const [RuleDescription] = lazyPart(() => import('./rule-description.tsx').then((m) => m.RuleDescription))
const [Conflict] = lazyPart(() => import('#src/features/rules/revision/conflict.tsx').then((m) => m.Conflict))
const [FaultList] = lazyPart(() => import('#src/features/rules/editor/fault-list.tsx').then((m) => m.FaultList))
const [SaveDialog] = lazyPart(() => import('#src/features/rules/editor/save-dialog.tsx').then((m) => m.SaveDialog))
const [ProposalBand] = lazyPart(() =>
  import('#src/features/rules/evidence/proposal-band.tsx').then((m) => m.ProposalBand),
)
const [ShadowPanel] = lazyPart(() => import('#src/features/rules/evidence/shadow-panel.tsx').then((m) => m.ShadowPanel))
const [BacktestPanel] = lazyPart(() =>
  import('#src/features/rules/evidence/backtest-panel.tsx').then((m) => m.BacktestPanel),
)

export function RuleScreen() {
  const { platform = '', ruleId: id = null } = useParams({ strict: false }) as { platform?: string; ruleId?: string }
  const { api } = useData()
  const rules = useRules()
  const whyNotAdd = whyNotCall([calls.create], useSession().profile.roles, 'add rules')
  const query = useQuery({ ...ruleQueries.view(api, platform, id ?? ''), enabled: id !== null })
  const now = id === null ? undefined : query.data
  const written = useDraft(rules.drafts, draftKey({ platform, id }))
  const isOnline = useIsOnline()
  // a deletion names the rule's dependants
  useQuery({ ...ruleQueries.figures(api, platform), enabled: id !== null && rules.hasTrials() })

  useEffect(() => rules.store.setState({ opened: { platform, id, now } }), [rules, platform, id, now])
  useEffect(() => () => rules.store.setState({ opened: null, faults: [], chosen: {}, saving: null }), [rules])

  if (id !== null && !now && query.isError) {
    return (
      <Empty title={isOnline ? `Rule ${id} could not be read` : 'This rule needs the network'}>
        <p>{isOnline ? query.error.message : 'It is not saved on this device yet.'}</p>
        <CommandButton command="rule.refresh">Try again</CommandButton>
        <CommandButton command="rule.leave" />
      </Empty>
    )
  }
  if ((id !== null && !now) || written === undefined) {
    return (
      <div className="p-6">
        <Skeleton lines={8} label="Loading the rule" />
      </div>
    )
  }
  if (id === null && whyNotAdd !== null) {
    return (
      <Empty title={whyNotAdd}>
        <p>Ask a manager for the rule that is missing.</p>
        <CommandButton command="rule.leave" />
      </Empty>
    )
  }
  return <RuleDesk key={draftKey({ platform, id })} rules={rules} platform={platform} now={now} written={written} />
}

interface RuleDeskProps {
  rules: Rules
  platform: string
  now: Rule | undefined
  written: Draft | null
}

function RuleDesk({ rules, platform, now, written }: RuleDeskProps) {
  const { api } = useData()
  const whyNotChange = whyNotCall([calls.change], useSession().profile.roles, 'change this rule')
  const panel = useStore(rules.store, (state) => state.panel)
  const faults = useStore(rules.store, (state) => state.faults)
  const saving = useStore(rules.store, (state) => state.saving)
  const begun: Draft = now ? { base: now, body: bodyOf(now) } : { base: null, body: newBody(platform, rules) }
  const kept = written ?? begun
  const types = useQuery(ruleQueries.types(api, typesOf(kept.body))).data
  // fields without a meaning of their own are sent unchanged
  const draft = isBehind(kept, now) && types && !isEdited(kept, types) ? begun : kept
  const isChanged = types !== undefined && isEdited(draft, types)
  const isReadOnly = whyNotChange !== null || now?.isDeleted === true || now?.proposal !== undefined
  const look = useLookups(platform, typesOf(draft.body))
  const frame = useRef<HTMLFormElement>(null)
  const isNew = now === undefined
  useEffect(() => {
    if (!isNew || isReadOnly) frame.current?.focus()
  }, [isNew, isReadOnly])

  const handleChange = (body: Draft['body']) => {
    const places = differencesOf(draft.body, body).map(({ place }) => place)
    const isTouched = (place: string) => places.some((one) => place.startsWith(one) || one.startsWith(place))
    rules.store.setState((was) => ({ faults: was.faults.filter(({ place }) => !isTouched(place)) }))
    rules.drafts.write(draftKey({ platform, id: now?.id ?? null }), { ...draft, body })
  }
  const form = (
    <form
      ref={frame}
      data-rule-form
      // it scrolls, and the arrow keys have to reach it
      tabIndex={0}
      aria-label="Rule definition"
      onSubmit={(event) => event.preventDefault()}
      className="@container h-full overflow-y-auto outline-none"
    >
      {now?.proposal && (
        <Suspense fallback={null}>
          <ProposalBand proposal={now.proposal} look={look} />
        </Suspense>
      )}
      {isBehind(draft, now) && now && (
        <Suspense fallback={null}>
          <Conflict rules={rules} draft={draft} now={now} types={types ?? []} look={look} />
        </Suspense>
      )}
      {isReadOnly && now ? (
        <div className="max-w-[720px] p-4">
          {whyNotChange && <p className="mb-4">{whyNotChange}.</p>}
          <p className="mb-4">{now.description}</p>
          <Suspense fallback={<Skeleton lines={6} />}>
            <RuleDescription content={contentOf(now)} look={look} />
          </Suspense>
        </div>
      ) : (
        <div className="grid grid-cols-[176px_minmax(0,720px)] @max-[760px]:grid-cols-[minmax(0,720px)]">
          <SectionList />
          <Faults faults={faults}>
            <RuleForm body={draft.body} onChange={handleChange} isNew={isNew} />
          </Faults>
        </div>
      )}
    </form>
  )
  return (
    <section aria-label={now ? `Rule ${now.name}` : 'New rule'} className="flex h-full min-h-0 flex-col">
      <Head now={now} isChanged={isChanged} isReadOnly={isReadOnly} />
      {faults.length > 0 && (
        <Suspense fallback={null}>
          <FaultList faults={faults} labelOf={(place) => placeLabel(place, look)} />
        </Suspense>
      )}
      <div className="min-h-0 grow">
        <SplitPane
          label="Resize the side"
          storageKey="docket.rule.side"
          initial={480}
          main={form}
          side={
            panel === 'backtest' ? (
              <Suspense fallback={null}>
                <BacktestPanel rules={rules} platform={platform} id={now?.id ?? null} kept={written?.backtest} />
              </Suspense>
            ) : (
              panel === 'shadow' && (
                <Suspense fallback={null}>
                  <ShadowPanel platform={platform} rule={now} />
                </Suspense>
              )
            )
          }
        />
      </div>
      <Foot now={now} isReadOnly={isReadOnly} />
      {saving && (
        <Suspense fallback={null}>
          <SaveDialog
            rules={rules}
            saving={saving}
            sentence={valueText('options.conditions', draft.body.options.conditions, look)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface HeadProps {
  now: Rule | undefined
  isChanged: boolean
  isReadOnly: boolean
}

function Head({ now, isChanged, isReadOnly }: HeadProps) {
  return (
    <header className="flex flex-none flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-3">
      <h2 className="text-title font-semibold">{now?.name ?? 'New rule'}</h2>
      {now && <RuleTags rule={now} />}
      {isChanged && <Tag tone="warn">Not saved</Tag>}
      <span className="min-w-0 grow truncate text-muted">
        {now && `Revision ${numberOf(now)} by ${now.author}, ${formatDateTime(now.lastUpdate)}`}
      </span>
      <RuleButtons
        commands={['rule.backtest', ...(isReadOnly ? [] : (['rule.save'] as const)), 'rule.leave']}
        primary="rule.save"
        quiet="rule.leave"
      />
    </header>
  )
}

function Foot({ now, isReadOnly }: { now: Rule | undefined; isReadOnly: boolean }) {
  const toStage = (now?.stage ?? 'live') === 'live' ? 'rule.toShadow' : 'rule.promote'
  const ofRule = ['rule.history', toStage, 'rule.clone', 'rule.delete'] as const
  return (
    <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-2">
      <RuleButtons commands={[...(isReadOnly ? [] : (['rule.discard'] as const)), ...(now ? ofRule : [])]} />
      <span className="grow" />
      <CommandButton command="rule.panel" variant="quiet" />
    </footer>
  )
}

/** The parts of the form beside it, each with its digit. */
function SectionList() {
  const { registry } = useCommandLayer()
  return (
    <nav aria-label="Parts of the rule" className="sticky top-0 self-start p-4 pe-2 @max-[760px]:hidden">
      <ul className="grid gap-1">
        {SECTIONS.map((section, index) => (
          <li key={section}>
            <button
              type="button"
              className="flex h-7 w-full items-center gap-2 rounded-md px-2 text-start text-list text-muted hover:bg-hover hover:text-text"
              onClick={() => focusSection(section)}
            >
              <span className="grow truncate">{SECTION_LABELS[section]}</span>
              <Kbd keys={digitKeys(registry, 'rule.section', index + 1)} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
