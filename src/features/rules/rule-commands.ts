/** What is done to a rule, in its editor or in the list: deleting, cloning, its way into force, its history. */
import type { RuleItem } from '#contract/model/rule.ts'
import { defineArg, defineCommand, type Command, type CommandInit, type Ctx } from '#src/commands/command.ts'
import { all, any, flag, inView } from '#src/commands/when.ts'
import type { Acts } from './acts.ts'
import type { RulePorts } from './commands.ts'
import { ruleHref } from './links.ts'
import { namesOf, NO_TRIALS, READ_ONLY, rulesMeant } from './targets.ts'

const onRule = any(all(inView('rules'), flag('hasCursor')), inView('rule'))

export function ruleCommands({ rules, platforms }: RulePorts, acts: Acts): Command[] {
  const meant = (c: Ctx) => rulesMeant(c, rules)
  /** Why rules cannot be changed now. */
  const whyNot = (c: Ctx, wrong: (rule: RuleItem) => string | null = () => null): string | null => {
    const found = meant(c)
    if (found.length === 0) return 'There is no rule here'
    if (!rules.mayWrite()) return READ_ONLY
    if (found.some(({ isDeleted }) => isDeleted)) return 'It was deleted'
    if (found.some(({ proposal }) => proposal)) return 'A proposal waits for a second person'
    return found.map(wrong).find((reason) => reason !== null) ?? null
  }
  const noProposal = (c: Ctx) => {
    const [rule] = meant(c)
    if (!rule?.proposal) return 'Nothing waits for a second person'
    return rules.mayWrite() ? null : READ_ONLY
  }
  const setStage = (
    stage: 'live' | 'shadow',
    init: Pick<CommandInit<readonly []>, 'id' | 'keys' | 'keywords'> & {
      verb: (name: string) => string
      short: string
    },
  ) =>
    defineCommand({
      id: init.id,
      title: (c) => init.verb(namesOf(meant(c))),
      shortTitle: init.short,
      group: 'Rules',
      keywords: init.keywords ?? [],
      when: onRule,
      keys: init.keys ?? [],
      offline: 'block',
      // it decides what is raised from then on
      risk: 'high',
      disabledReason: (c) =>
        (rules.hasTrials() ? null : NO_TRIALS) ??
        whyNot(c, ({ stage: now = 'live' }) =>
          now === stage ? (stage === 'live' ? 'It is in force' : 'It is in shadow') : null,
        ),
      run: (c) => void acts.setStage(c, meant(c), stage),
    })
  const note = (prompt: string, isNeeded: boolean) =>
    defineArg<'note', string>({
      name: 'note',
      type: 'text',
      prompt: () => prompt,
      source: () => (isNeeded ? [] : [{ id: 'none', value: '', title: 'Without a note' }]),
      create: (_, query) => (query.trim() ? { id: 'typed', value: query.trim(), title: query.trim() } : null),
    })

  return [
    defineCommand({
      id: 'rule.history',
      title: (c) => `Revisions of ${namesOf(meant(c).slice(0, 1))}`,
      shortTitle: 'History',
      group: 'Rules',
      keywords: ['revisions', 'versions', 'difference', 'who changed'],
      when: onRule,
      keys: ['h'],
      disabledReason: (c) => (meant(c).length > 0 ? null : 'A new rule has no history'),
      run: (c) => {
        const [rule] = meant(c)
        if (rule) acts.history(c, rule)
      },
    }),
    defineCommand({
      id: 'rule.clone',
      title: (c) => `Clone ${namesOf(meant(c))} to another platform…`,
      shortTitle: 'Clone…',
      group: 'Rules',
      keywords: ['copy', 'duplicate', 'platform'],
      when: onRule,
      keys: ['shift+c'],
      offline: 'block',
      disabledReason: (c) => {
        if (meant(c).length === 0) return 'There is no rule here'
        if (!rules.mayWrite()) return READ_ONLY
        return meant(c).some(({ isDeleted }) => isDeleted) ? 'It was deleted' : null
      },
      args: [
        defineArg<'platform', { name: string; label: string }>({
          name: 'platform',
          type: 'platform',
          prompt: (c) => `Clone ${namesOf(meant(c))} to`,
          source: (c) =>
            platforms()
              .filter(({ name }) => name !== meant(c)[0]?.platform)
              .map((value) => ({ id: value.name, value, title: value.label })),
        }),
      ],
      run: (c, { platform }) => void acts.clone(c, meant(c), platform),
    }),
    defineCommand({
      id: 'rule.delete',
      title: (c) => `Delete ${namesOf(meant(c))}`,
      shortTitle: 'Delete',
      group: 'Rules',
      keywords: ['remove'],
      when: onRule,
      keys: ['#', 'delete'],
      offline: 'block',
      undo: { kind: 'none', confirm: true },
      disabledReason: (c) => whyNot(c),
      run: (c) => void acts.remove(c, meant(c)),
    }),
    setStage('live', {
      id: 'rule.promote',
      verb: (name) => `Put ${name} in force`,
      short: 'Put in force',
      keys: ['p'],
      keywords: ['promote', 'publish', 'live', 'enable'],
    }),
    setStage('shadow', {
      id: 'rule.toShadow',
      verb: (name) => `Take ${name} into shadow: it counts and raises nothing`,
      short: 'To shadow',
      keys: ['shift+p'],
      keywords: ['disable', 'silent', 'test', 'pause'],
    }),
    defineCommand({
      id: 'rule.approve',
      title: (c) => `Approve what is proposed for ${namesOf(meant(c).slice(0, 1))}`,
      shortTitle: 'Approve…',
      group: 'Rules',
      keywords: ['four eyes', 'second person', 'publish'],
      when: onRule,
      keys: ['a'],
      offline: 'block',
      disabledReason: (c) =>
        noProposal(c) ?? (meant(c)[0]?.proposal?.author.id === rules.me() ? 'Somebody else has to approve it' : null),
      args: [note('Approve, with a note', false)],
      run: (c, args) => {
        const [rule] = meant(c)
        if (rule) void acts.decide(c, rule, args.note, true)
      },
    }),
    defineCommand({
      id: 'rule.return',
      title: (c) => `Return what is proposed for ${namesOf(meant(c).slice(0, 1))}`,
      shortTitle: 'Return…',
      group: 'Rules',
      keywords: ['four eyes', 'second person', 'reject', 'withdraw', 'take back'],
      when: onRule,
      keys: ['shift+r'],
      offline: 'block',
      disabledReason: noProposal,
      args: [note('Return it because', true)],
      run: (c, args) => {
        const [rule] = meant(c)
        if (rule) void acts.decide(c, rule, args.note, false)
      },
    }),
    copy('rule.copyId', 'y', 'Copy id', (rule) => rule.id),
    copy(
      'rule.copyLink',
      'shift+y',
      'Copy link',
      ({ platform, id }) => new URL(ruleHref(platform, id), location.href).href,
    ),
  ]

  function copy(id: Command['id'], key: string, title: string, textOf: (rule: RuleItem) => string): Command {
    return defineCommand({
      id,
      title: (c) => `${title} of ${namesOf(meant(c))}`,
      shortTitle: title,
      group: 'View',
      keywords: ['clipboard'],
      when: onRule,
      keys: [key],
      run: (c) => {
        const found = meant(c)
        navigator.clipboard.writeText(found.map(textOf).join('\n')).then(
          () => c.actions.say(`Copied ${namesOf(found)}`),
          () => c.actions.say('The browser did not let the text be copied'),
        )
      },
    })
  }
}
