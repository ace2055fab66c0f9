/** Actions on a rule, in editor or list: delete, clone, change of stage, history. */
import { rules as calls } from '#contract/calls/rules/rules.ts'
import type { RuleItem } from '#contract/model/rules/rule.ts'
import {
  defineArg,
  defineCommand,
  type Command,
  type CommandInit,
  type Ctx,
  type Keywords,
} from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { all, any, flag, inView } from '#src/commands/dispatcher/when.ts'
import { namesOf, NO_TRIALS, targetRules } from '#src/features/rules/list/targets.ts'
import { countOf } from '#src/format/count.ts'
import type { Acts } from './acts.ts'
import type { RulePorts } from './ports.ts'
import { ruleHref } from './links.ts'

const onRule = any(all(inView('rules'), flag('hasCursor')), inView('rule'))

export function ruleCommands(ports: RulePorts, acts: Acts): Command[] {
  const parts = ruleActs(ports, acts)
  return [...changeCommands(parts), ...stageCommands(parts), ...copyCommands(parts)]
}

/** Actions and state behind the commands, without keys. */
function ruleActs({ rules, platforms }: RulePorts, acts: Acts) {
  const meant = (c: Ctx) => targetRules(c, rules)
  /** The reason why rules cannot be changed now. */
  const whyNot = (c: Ctx, wrong: (rule: RuleItem) => string | null = () => null): string | null => {
    const found = meant(c)
    if (found.length === 0) return 'No rule is selected'
    if (found.some(({ isDeleted }) => isDeleted)) return 'It was deleted'
    if (found.some(({ proposal }) => proposal)) return 'A proposal is pending approval'
    return found.map(wrong).find((reason) => reason !== null) ?? null
  }
  /** The effect of a deletion: alerts stay open, and allow lists suppress nothing any more. */
  const hanging = (c: Ctx) => {
    const [rule, another] = meant(c)
    const figures = rule && !another && acts.figuresOf(rule)
    if (!figures) return ''
    const parts = [
      figures.open > 0 && countOf(figures.open, 'open alert'),
      figures.allowlists > 0 && countOf(figures.allowlists, 'allow list'),
    ].filter(Boolean)
    return parts.length === 0 ? '' : ` (${parts.join(' and ')} of it stay)`
  }
  const noProposal = (c: Ctx) => (meant(c)[0]?.proposal ? null : 'Nothing is pending approval')
  const note = (prompt: string, isNeeded: boolean) =>
    defineArg<'note', string>({
      name: 'note',
      type: 'text',
      prompt: () => prompt,
      source: () => (isNeeded ? [] : [{ id: 'none', value: '', title: 'Without a note' }]),
      create: (_, query) => (query.trim() ? { id: 'typed', value: query.trim(), title: query.trim() } : null),
    })
  const setStage = (
    stage: 'live' | 'shadow',
    init: Pick<CommandInit<readonly []>, 'id' | 'keys'> & {
      keywords: Keywords
      verb: (name: string) => string
      short: string
      /** Asks for the reason. */
      prompt: string
    },
  ) =>
    defineCommand({
      id: init.id,
      calls: [calls.setStage],
      title: (c) => init.verb(namesOf(meant(c))),
      shortTitle: init.short,
      group: 'Rules',
      keywords: init.keywords,
      when: onRule,
      keys: init.keys ?? [],
      disabledReason: (c) =>
        (rules.hasTrials() ? null : NO_TRIALS) ??
        whyNot(c, ({ stage: now = 'live' }) =>
          now === stage ? (stage === 'live' ? 'It is in force' : 'It runs in shadow mode') : null,
        ),
      args: [note(init.prompt, true)],
      run: (c, args) => void acts.setStage(c, meant(c), stage, args.note),
    })

  function copy(id: Command['id'], key: string, title: string, textOf: (rule: RuleItem) => string): Command {
    return defineCommand({
      id,
      title: (c) => `${title} of ${namesOf(meant(c))}`,
      shortTitle: title,
      group: 'View',
      keywords: 'clipboard, copy reference, number, ref, url, copy url, share, share link, permalink, address',
      when: onRule,
      keys: [key],
      run: (c) => {
        const found = meant(c)
        copyText(c, found.map(textOf).join('\n'), `Copied ${namesOf(found)}`)
      },
    })
  }

  return { rules, platforms, acts, meant, whyNot, hanging, noProposal, note, setStage, copy }
}
type RuleActs = ReturnType<typeof ruleActs>

function changeCommands({ platforms, acts, meant, whyNot, hanging }: RuleActs): Command[] {
  return [
    defineCommand({
      id: 'rule.history',
      title: (c) => `Revisions of ${namesOf(meant(c).slice(0, 1))}`,
      shortTitle: 'History',
      group: 'Rules',
      keywords:
        'revisions, versions, version history, difference, who changed, changes, change log, audit, previous versions, diff',
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
      keywords: 'copy, duplicate, copy rule, other platform, export rule, clone rule, save as',
      when: onRule,
      keys: ['shift+c'],
      calls: [calls.clone],
      disabledReason: (c) => {
        if (meant(c).length === 0) return 'No rule is selected'
        return meant(c).some(({ isDeleted }) => isDeleted) ? 'It was deleted' : null
      },
      args: [
        defineArg<'platform', { name: string; label: string }>({
          name: 'platform',
          type: 'choice',
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
      title: (c) => `Delete ${namesOf(meant(c))}${hanging(c)}`,
      shortTitle: 'Delete',
      group: 'Rules',
      keywords: 'remove, erase, retire, decommission, archive, trash',
      when: onRule,
      keys: ['#', 'delete'],
      undo: { kind: 'none', confirm: true },
      calls: [calls.delete],
      disabledReason: (c) => whyNot(c),
      run: (c) => void acts.remove(c, meant(c)),
    }),
  ]
}

function stageCommands({ rules, acts, meant, noProposal, note, setStage }: RuleActs): Command[] {
  return [
    setStage('live', {
      id: 'rule.promote',
      verb: (name) => `Activate ${name}…`,
      short: 'Activate…',
      prompt: 'Activate, because',
      keys: ['p'],
      keywords:
        'promote, publish, live, go live, enable, activate rule, put in force, deploy, turn on, switch on, production, release, start rule',
    }),
    setStage('shadow', {
      id: 'rule.toShadow',
      verb: (name) => `Run ${name} in shadow mode: it counts and raises nothing…`,
      short: 'Run in shadow mode…',
      prompt: 'Run in shadow mode, because',
      keys: ['shift+p'],
      keywords:
        'disable, silent, test mode, pause, turn off, deactivate, switch off, mute, stop rule, suspend, dry run, silent mode, challenger, shadow',
    }),
    defineCommand({
      id: 'rule.approve',
      title: (c) => `Approve the proposal for ${namesOf(meant(c).slice(0, 1))}`,
      shortTitle: 'Approve…',
      group: 'Rules',
      keywords: 'four eyes, second person, publish, accept, confirm, sign off, authorise, authorize, ok',
      when: onRule,
      keys: ['a'],
      calls: [calls.approve],
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
      title: (c) => `Return the proposal for ${namesOf(meant(c).slice(0, 1))}`,
      shortTitle: 'Return…',
      group: 'Rules',
      keywords: 'four eyes, second person, reject, withdraw, decline, send back, deny, refuse',
      when: onRule,
      keys: ['shift+r'],
      calls: [calls.return],
      disabledReason: noProposal,
      args: [note('Return it because', true)],
      run: (c, args) => {
        const [rule] = meant(c)
        if (rule) void acts.decide(c, rule, args.note, false)
      },
    }),
  ]
}

function copyCommands({ copy }: RuleActs): Command[] {
  return [
    copy('rule.copyId', 'y', 'Copy id', (rule) => rule.id),
    copy(
      'rule.copyLink',
      'shift+y',
      'Copy link',
      ({ platform, id }) => new URL(ruleHref(platform, id), location.href).href,
    ),
  ]
}
