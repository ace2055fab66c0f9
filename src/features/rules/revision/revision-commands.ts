/** The revisions of a rule: comparing them, and writing on from an earlier one. */
import { rules as calls } from '#contract/calls/rules/rules.ts'
import type { Rule, RuleRevision } from '#contract/model/rules/rule.ts'
import { changeHere, defineCommand, type Command, type Ctx, type Effect } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import type { RulePorts } from '#src/features/rules/ports.ts'
import { bodyOf } from '#src/features/rules/editor/draft.ts'
import { revisionHref, ruleHref, rulesHref } from '#src/features/rules/links.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { draftKey } from '#src/features/rules/rules.ts'

const inRevisions = inView('revisions')
const onRevision = all(inRevisions, flag('hasCursor'))

export function revisionCommands(
  { api, queries }: Pick<Data, 'api' | 'queries'>,
  { rules, platform: current }: Pick<RulePorts, 'rules' | 'platform'>,
): Command[] {
  const rowOf = (c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as RuleRevision | undefined

  /** The reason why a rule cannot be edited, as far as known; null if it can. */
  const whyLocked = (rule: Rule | undefined): string | null => {
    if (rule?.isDeleted) return 'The rule was deleted'
    return rule?.proposal ? 'A proposal is pending approval' : null
  }
  /** The editor, with a revision's content on top of the rule as it is. What was being written comes back by undo. */
  const writeOn = (c: Ctx, { ruleId, revisionId, number }: RuleRevision): Effect => {
    const platform = current()
    const key = draftKey({ platform, id: ruleId })
    const before = rules.drafts.read(key)
    let isWithdrawn = false
    const write = async () => {
      const [now, then] = await Promise.all([
        queries.fetchQuery({ ...ruleQueries.view(api, platform, ruleId), staleTime: 0 }),
        queries.fetchQuery(ruleQueries.revision(api, platform, revisionId)),
      ])
      const reason = whyLocked(now)
      if (isWithdrawn) return
      if (reason !== null) return c.actions.say(reason)
      if (then.revisionId !== now.revisionId) rules.drafts.write(key, { base: now, body: bodyOf(then) })
      c.ports.navigate(ruleHref(platform, ruleId))
      return undefined
    }
    return changeHere(
      `Revision ${number ?? revisionId} is the draft now${before ? ', in place of what was being written' : ''}`,
      () => {
        isWithdrawn = false
        write().catch((error: unknown) => c.actions.say(String(error)))
      },
      () => {
        isWithdrawn = true
        if (before) rules.drafts.write(key, before)
        else rules.drafts.drop(key)
      },
    )
  }

  return [
    defineCommand({
      id: 'rule.writeOnRevision',
      title: 'Edit from this revision',
      shortTitle: 'Edit from here',
      group: 'Rules',
      keywords: 'restore, revert, roll back, edit, go back to version, restore version',
      when: onRevision,
      keys: ['enter', 'o'],
      undo: { kind: 'hold' },
      calls: [calls.change],
      disabledReason: (c) => {
        const row = rowOf(c)
        return whyLocked(row && queries.getQueryData(ruleQueries.view(api, current(), row.ruleId).queryKey))
      },
      run: (c) => {
        const row = rowOf(c)
        return row && writeOn(c, row)
      },
    }),
    defineCommand({
      id: 'rule.compareWith',
      title: 'Compare with the one before, or with the rule as it is',
      shortTitle: 'Compare with…',
      group: 'View',
      keywords: 'difference, diff, present, previous, compare versions, changes',
      when: inRevisions,
      keys: ['t'],
      run: () => {
        rules.store.setState(({ isAgainstNow }) => ({ isAgainstNow: !isAgainstNow }))
        return {
          announce: rules.store.getState().isAgainstNow ? 'Against the rule as it is' : 'Against the one before',
        }
      },
    }),
    defineCommand({
      id: 'rule.copyRevisionLink',
      title: 'Copy link to this revision',
      shortTitle: 'Copy link',
      group: 'View',
      keywords: 'url, share, clipboard, permalink',
      when: onRevision,
      keys: ['shift+y'],
      run: (c) => {
        const row = rowOf(c)
        if (!row) return
        const { href } = new URL(revisionHref(current(), row.revisionId), location.href)
        copyText(c, href, 'Copied')
      },
    }),
    defineCommand({
      id: 'rule.leaveRevisions',
      title: 'Back to the rule',
      shortTitle: 'Back',
      group: 'Navigate',
      keywords: 'close, exit, return, back to rule',
      when: all(inRevisions, not(flag('hasSelection'))),
      keys: ['escape'],
      run: (c) => {
        const row = rowOf(c)
        // without one, nothing could be read
        c.ports.navigate(row ? ruleHref(current(), row.ruleId) : rulesHref(current(), rules.store.getState().filter))
      },
    }),
  ]
}
