/** Effects on rules, at once and by the server, since they apply to everybody. */
import type { Output } from '#contract/call.ts'
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { backtest as backtestSchema, type Backtest, type BACKTEST_DAYS } from '#contract/model/rules/backtest.ts'
import { ruleConflict, type Rule, type RuleItem } from '#contract/model/rules/rule.ts'
import type { Ctx } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { faultsOf, currentStateOf, type Fault } from '#src/data/net/faults.ts'
import type { DraftReferences } from '#src/features/rules/editor/validate-draft.ts'
import { bodyOf, newBody, toSend, typesOf, type Draft } from '#src/features/rules/editor/draft.ts'
import { focusPlace } from '#src/features/rules/editor/focus.ts'
import { countOf } from '#src/format/count.ts'
import { revisionHref, ruleHref, rulesHref } from './links.ts'
import { ruleQueries } from './queries.ts'
import { riskOf } from './save-risk.ts'
import { draftKey, type OpenRule, type Rules } from './rules.ts'

const PROPOSED = 'Proposed. It takes effect once approved.'

/** Dependencies of the actions: drafts, the seen rule, one action at a time, and the handling of refusals. */
function createGround({ api, queries }: Pick<Data, 'api' | 'queries'>, rules: Rules) {
  const { store, drafts } = rules

  /** The open draft. */
  const draftOf = (open: OpenRule): Draft => {
    const written = drafts.read(draftKey(open))
    if (written) return written
    return open.now ? { base: open.now, body: bodyOf(open.now) } : { base: null, body: newBody(open.platform, rules) }
  }
  const knownOf = async (draft: Draft): Promise<DraftReferences> => {
    const [types, comparisons, ofTransactions, ofCustomers] = await Promise.all([
      queries.ensureQueryData(ruleQueries.types(api, typesOf(draft.body))),
      queries.ensureQueryData(ruleQueries.comparisons(api)),
      queries.ensureQueryData(ruleQueries.transactionFields(api)),
      queries.ensureQueryData(ruleQueries.customerFields(api)),
    ])
    return { types, comparisons, ofTransactions, ofCustomers }
  }

  /** Caches the server's new state, so that every view agrees. */
  const take = (rule: Rule) => {
    queries.setQueryData(ruleQueries.view(api, rule.platform, rule.id).queryKey, rule)
    void queries.invalidateQueries({ queryKey: ['rules', 'list', rule.platform] })
    void queries.invalidateQueries({ queryKey: ['rules', 'revisions', rule.platform, rule.id] })
  }
  const refuse = (c: Ctx, faults: readonly Fault[]) => {
    store.setState({ faults })
    c.actions.say(`Not saved: ${countOf(faults.length, 'error')}`)
    focusPlace(faults[0]!.place)
  }
  /** The effect of a refusal on the open form; its message is in the status line already. */
  const look = (c: Ctx, error: unknown): void => {
    if (!(error instanceof ApiError)) throw error
    const now = currentStateOf(error, ruleConflict) ?? currentStateOf(error, calls.view.reply)
    if (now) take(now)
    const faults = faultsOf(error).map(({ place, message }) => ({ place: place.replace(/^rule\./, ''), message }))
    if (faults.length > 0 && error.kind === 'invalid') refuse(c, faults)
  }
  /** One thing at a time; a second press of the key is the same one. */
  const alone = async (c: Ctx, act: () => Promise<void>): Promise<void> => {
    if (store.getState().isSaving) return
    store.setState({ isSaving: true })
    try {
      await act()
    } catch (error) {
      look(c, error)
    } finally {
      store.setState({ isSaving: false })
    }
  }

  /** The rule with its tag, where it is still what was seen; null, and said so, where it went on. */
  const tagOf = async (c: Ctx, { id, platform, revisionId }: RuleItem): Promise<{ ifMatch: string | null } | null> => {
    const response = await api.open(calls.view, { params: { ruleId: id } }, { platform })
    const now = (await response.json()) as Output<typeof calls.view>
    if (now.revisionId === revisionId) return { ifMatch: response.headers.get('etag') }
    take(now)
    c.actions.say(`${now.author} changed ${now.name} since you opened it. Review it again, then decide.`)
    return null
  }
  /** The latest backtest of the open draft. */
  const backtestOf = (open: OpenRule): string | undefined =>
    store.getState().backtests[draftKey(open)] ?? drafts.read(draftKey(open))?.backtest
  /** The finished backtest of the open draft. */
  const finishedOf = async (open: OpenRule): Promise<Backtest | undefined> => {
    const uuid = backtestOf(open)
    if (uuid === undefined) return undefined
    const found = await queries.fetchQuery(ruleQueries.backtest(api, open.platform, uuid))
    return found.result && found.ruleId === open.id ? found : undefined
  }
  const write = async (c: Ctx, open: OpenRule, rationale: { reason?: string; backtest?: string }) => {
    const { id, platform } = open
    const draft = draftOf(open)
    const { types } = await knownOf(draft)
    const body = { ...toSend(draft.body, types), ...rationale }
    const change = { ...body, ...(draft.base && { revisionId: draft.base.revisionId }) }
    const saved =
      id === null
        ? await api.send(calls.create, { body }, { platform })
        : await api.send(calls.change, { params: { ruleId: id }, body: { rule: change } }, { platform })
    drafts.drop(draftKey(open))
    take(saved)
    if (saved.proposal) c.actions.say(PROPOSED)
    if (id === null && store.getState().opened?.id === null) c.ports.navigate(ruleHref(platform, saved.id))
  }
  /** Does something to each of several rules as they were seen; stops at the first that cannot be. */
  const each = (c: Ctx, seen: readonly RuleItem[], act: (rule: RuleItem, how: SendHow) => Promise<void>) =>
    alone(c, async () => {
      for (const rule of seen) {
        const tag = await tagOf(c, rule)
        if (!tag) return
        await act(rule, { platform: rule.platform, ...tag })
      }
    })

  return { draftOf, knownOf, take, refuse, alone, backtestOf, finishedOf, write, each }
}

export type Acts = ReturnType<typeof createActs>

export function createActs(data: Pick<Data, 'api' | 'queries'>, rules: Rules) {
  const { api, queries } = data
  const { store, drafts } = rules
  const { draftOf, knownOf, take, refuse, alone, backtestOf, finishedOf, write, each } = createGround(data, rules)
  return {
    draftOf,
    backtestOf,
    save: (c: Ctx, open: OpenRule) =>
      alone(c, async () => {
        const draft = draftOf(open)
        const known = await knownOf(draft)
        const body = toSend(draft.body, known.types)
        const { faultsIn } = await import('#src/features/rules/editor/validate-draft.ts')
        const faults = faultsIn(body, known)
        if (faults.length > 0) return refuse(c, faults)
        store.setState({ faults: [] })
        if (!rules.hasTrials()) return write(c, open, {})
        const risk = riskOf(draft, await finishedOf(open), known.types)
        const proceed = (reason: string) =>
          void alone(c, () =>
            write(c, open, {
              ...(reason !== '' && { reason }),
              ...(risk.backtest !== null && { backtest: risk.backtest }),
            }),
          )
        store.setState({ saving: { risk, isNew: open.id === null, proceed } })
        return undefined
      }),
    remove: (c: Ctx, seen: readonly RuleItem[]) =>
      each(c, seen, async (rule, how) => {
        const { message } = await api.send(calls.delete, { params: { ruleId: rule.id } }, how)
        drafts.drop(draftKey(rule))
        await queries.invalidateQueries({ queryKey: ['rules'] })
        if (rules.isReviewed()) c.actions.say(message)
        else if (store.getState().opened?.id === rule.id)
          c.ports.navigate(rulesHref(rule.platform, store.getState().filter))
      }),
    setStage: (c: Ctx, seen: readonly RuleItem[], stage: 'live' | 'shadow', reason: string) =>
      each(c, seen, async (rule, how) => {
        const now = await api.send(calls.setStage, { params: { ruleId: rule.id }, body: { stage, reason } }, how)
        take(now)
        const done = stage === 'live' ? `${rule.name} is in force` : `${rule.name} runs in shadow mode`
        c.actions.say(now.proposal ? PROPOSED : done)
      }),
    clone: (c: Ctx, seen: readonly RuleItem[], to: { name: string; label: string }) =>
      alone(c, async () => {
        let proposed = 0
        for (const { id, platform } of seen) {
          const made = await api.send(calls.clone, { body: { ruleId: id, platform: to.name } }, { platform })
          if (made.proposal) proposed += 1
        }
        void queries.invalidateQueries({ queryKey: ['rules', 'list', to.name] })
        const what = seen.length === 1 ? seen[0]!.name : countOf(seen.length, 'rule')
        const proposal = `${what} proposed on ${to.label}. It takes effect once approved.`
        c.actions.say(proposed > 0 ? proposal : `${what} cloned to ${to.label}`)
      }),
    decide: (c: Ctx, { proposal, platform }: RuleItem, note: string, isApproved: boolean) =>
      alone(c, async () => {
        if (!proposal) return
        const input = { params: { proposalId: proposal.id } }
        if (isApproved) await api.send(calls.approve, { ...input, body: note ? { note } : {} }, { platform })
        else await api.send(calls.return, { ...input, body: { note } }, { platform })
        await queries.invalidateQueries({ queryKey: ['rules'] })
        c.actions.say(isApproved ? `Approved: ${proposal.ruleName}` : `Returned to ${proposal.author.name}`)
      }),
    backtest: (c: Ctx, open: OpenRule, days: (typeof BACKTEST_DAYS)[number]) =>
      alone(c, async () => {
        const draft = draftOf(open)
        const known = await knownOf(draft)
        const rule = toSend(draft.body, known.types)
        // a draft may be tried before it has a name
        const body = {
          rule: { ...rule, name: rule.name || 'Draft' },
          days,
          ...(open.id !== null && { ruleId: open.id }),
        }
        const { faultsIn } = await import('#src/features/rules/editor/validate-draft.ts')
        const faults = faultsIn(body.rule, known)
        if (faults.length > 0) return refuse(c, faults)
        store.setState({ panel: 'backtest', faults: [] })
        // with the draft it outlives the window, without it the draft's being saved
        const show = (uuid: string, tested?: Draft['body']) => {
          const { base, body: written } = draftOf(open)
          drafts.write(draftKey(open), { base, body: written, backtest: uuid, ...(tested && { tested }) })
          store.setState((was) => ({ backtests: { ...was.backtests, [draftKey(open)]: uuid } }))
        }
        try {
          show((await api.send(calls.backtest, { body }, { platform: open.platform })).uuid, draft.body)
        } catch (error) {
          // the one that runs is shown in its place: it can be ended
          const running = currentStateOf(error, backtestSchema)
          if (!running) throw error
          show(running.uuid)
        }
        return undefined
      }),
    endBacktest: (c: Ctx, { platform }: OpenRule, uuid: string) =>
      alone(c, async () => {
        await api.send(calls.cancelBacktest, { params: { uuid } }, { platform })
        await queries.invalidateQueries({ queryKey: ['rules', 'backtest', platform, uuid] })
        c.actions.say('Backtest ended')
      }),
    /** Its figures, as far as they were read. */
    figuresOf: ({ platform, id }: Pick<RuleItem, 'platform' | 'id'>) =>
      queries.getQueryData(ruleQueries.figures(api, platform).queryKey)?.items.find(({ ruleId }) => ruleId === id),
    /** The screen of a rule's revisions, on its present one. */
    history: (c: Ctx, { platform, revisionId }: RuleItem) => c.ports.navigate(revisionHref(platform, revisionId)),
  }
}

interface SendHow {
  platform: string
  ifMatch: string | null
}
