/** The revisions of a rule: comparing them, and writing on from an earlier one. */
import type { RuleRevision } from '#contract/model/rule.ts'
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/when.ts'
import type { Data } from '#src/data/data.ts'
import type { RulePorts } from './commands.ts'
import { bodyOf } from './draft.ts'
import { revisionHref, ruleHref } from './links.ts'
import { ruleQueries } from './queries.ts'
import { draftKey } from './rules.ts'
import { READ_ONLY } from './targets.ts'

const inRevisions = inView('revisions')
const onRevision = all(inRevisions, flag('hasCursor'))

export function revisionCommands(
  { api, queries }: Pick<Data, 'api' | 'queries'>,
  { rules, platform: current }: Pick<RulePorts, 'rules' | 'platform'>,
): Command[] {
  const rowOf = (c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as RuleRevision | undefined

  /** The editor, with a revision's content on top of the rule as it is. */
  const writeOn = async (c: Ctx, { ruleId, revisionId }: RuleRevision) => {
    const platform = current()
    const [now, then] = await Promise.all([
      queries.fetchQuery(ruleQueries.view(api, platform, ruleId)),
      queries.fetchQuery(ruleQueries.revision(api, platform, revisionId)),
    ])
    if (then.revisionId !== now.revisionId)
      rules.drafts.write(draftKey({ platform, id: ruleId }), { base: now, body: bodyOf(then) })
    c.ports.navigate(ruleHref(platform, ruleId))
  }

  return [
    defineCommand({
      id: 'rule.writeOnRevision',
      title: 'Edit from this revision',
      shortTitle: 'Edit from here',
      group: 'Rules',
      keywords: ['restore', 'revert', 'roll back', 'edit'],
      when: onRevision,
      keys: ['enter', 'o'],
      offline: 'block',
      disabledReason: () => (rules.mayWrite() ? null : READ_ONLY),
      run: (c) => {
        const row = rowOf(c)
        if (row) writeOn(c, row).catch((error: unknown) => c.actions.say(String(error)))
      },
    }),
    defineCommand({
      id: 'rule.compareWith',
      title: 'Compare with the one before, or with the rule as it is',
      shortTitle: 'Compare with…',
      group: 'View',
      keywords: ['difference', 'diff', 'present', 'previous'],
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
      keywords: ['clipboard'],
      when: onRevision,
      keys: ['shift+y'],
      run: (c) => {
        const row = rowOf(c)
        if (!row) return
        const { href } = new URL(revisionHref(current(), row.revisionId), location.href)
        navigator.clipboard.writeText(href).then(
          () => c.actions.say('Copied'),
          () => c.actions.say('The browser did not let the text be copied'),
        )
      },
    }),
    defineCommand({
      id: 'rule.leaveRevisions',
      title: 'Back to the rule',
      shortTitle: 'Back',
      group: 'Navigate',
      when: all(inRevisions, not(flag('hasSelection'))),
      keys: ['escape'],
      run: (c) => {
        const row = rowOf(c)
        if (row) c.ports.navigate(ruleHref(current(), row.ruleId))
      },
    }),
  ]
}
