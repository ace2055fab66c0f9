/** The list of rules: opening one, making one, and what it is narrowed to. */
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand, searchCommand } from '#src/features/lists/public.ts'
import type { RulePorts } from '#src/features/rules/ports.ts'
import { ruleHref, rulesHref } from '#src/features/rules/links.ts'
import { rulesFilter, type RulesField, type RulesFilter } from './filter.ts'
import { RULE_SORTS, type RuleSort } from './sort.ts'
import { targetRules } from './targets.ts'

const inList = inView('rules')
const onRow = all(inList, flag('hasCursor'))

export function listCommands(data: Pick<Data, 'queries'>, ports: RulePorts): Command[] {
  const acts = listActs(data, ports)
  return [...rowCommands(acts), ...filterCommands(acts), ...viewCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function listActs({ queries }: Pick<Data, 'queries'>, { rules, platform }: RulePorts) {
  const { store } = rules
  const filter = () => store.getState().filter ?? rulesFilter.defaults
  const go = (c: { ports: { navigate(href: string): void } }, next: RulesFilter) =>
    c.ports.navigate(rulesHref(platform(), next))

  return { queries, rules, platform, store, filter, go }
}
type ListActs = ReturnType<typeof listActs>

function rowCommands({ rules, platform }: ListActs): Command[] {
  return [
    defineCommand({
      id: 'rule.open',
      title: (c) => `Open ${targetRules(c, rules)[0]?.name ?? 'the rule'}`,
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'edit, view rule, change rule, details, modify',
      when: onRow,
      keys: ['enter', 'o'],
      run: (c) => {
        const row = c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as
          | { platform: string; id: string }
          | undefined
        if (row) c.ports.navigate(ruleHref(row.platform, row.id))
      },
    }),
    defineCommand({
      id: 'rule.new',
      title: 'New rule',
      group: 'Rules',
      keywords:
        'create, add, create rule, new scenario, scenario, build rule, write rule, new detection, detector, new typology',
      when: inList,
      keys: ['c'],
      calls: [calls.create],
      offline: 'local',
      run: (c) => c.ports.navigate(ruleHref(platform(), null)),
    }),
  ]
}

const labelOf = (field: RulesField) => rulesFilter.fields[field].label
const choicesAt = (field: RulesField) => rulesFilter.fields[field].choices ?? []

function filterCommands({ store, filter, go }: ListActs): Command[] {
  return [
    defineCommand({
      id: 'rule.addFilter',
      title: 'Add a filter to the rules…',
      shortTitle: 'Filter',
      group: 'View',
      keywords: 'narrow, only, where, filter rules, show only',
      when: inList,
      keys: ['f'],
      args: [
        defineArg<'field', RulesField>({
          name: 'field',
          type: 'choice',
          prompt: () => 'Filter by',
          source: () => rulesFilter.panel.map((field) => ({ id: field, value: field, title: labelOf(field) })),
        }),
        defineArg<'value', string>({
          name: 'value',
          type: 'choice',
          prompt: () => 'is',
          source: (_, __, chosen) =>
            choicesAt(chosen['field'] as RulesField).map(({ value, label }) => ({ id: value, value, title: label })),
        }),
      ],
      run: (c, { field, value }) => go(c, { ...filter(), [field]: value }),
    }),
    defineCommand({
      id: 'rule.removeFilter',
      title: 'Remove a filter from the rules…',
      shortTitle: 'Remove a filter',
      group: 'View',
      keywords: 'widen, without, chip, remove filters, unfilter',
      when: inList,
      keys: ['backspace'],
      disabledReason: () => (rulesFilter.active(filter()).length > 0 ? null : 'There is no filter to remove'),
      args: [
        defineArg<'field', RulesField>({
          name: 'field',
          type: 'choice',
          prompt: () => 'Remove filter',
          source: () =>
            rulesFilter.active(filter()).map((field) => ({
              id: field,
              value: field,
              title: rulesFilter.chipText(field, filter(), {}),
              detail: labelOf(field),
            })),
        }),
      ],
      run: (c, { field }) => go(c, rulesFilter.without(filter(), field)),
    }),
    defineCommand({
      id: 'rule.clearFilter',
      title: 'Show every rule',
      shortTitle: 'Clear filters',
      group: 'View',
      keywords: 'reset, all, reset filters, remove all filters, show all rules, unfilter',
      when: inList,
      keys: ['shift+f'],
      run: (c) => {
        store.setState({ search: '' })
        go(c, rulesFilter.defaults)
      },
    }),
    defineCommand({
      id: 'rule.withDeleted',
      title: 'Include deleted rules, or not',
      shortTitle: 'Include deleted',
      group: 'View',
      keywords: 'removed, archive, archived, show deleted, trash, inactive, include',
      when: inList,
      keys: ['shift+d'],
      run: (c) => go(c, { ...filter(), withDeleted: filter().withDeleted ? '' : 'true' }),
    }),
  ]
}

function viewCommands({ queries, store }: ListActs): Command[] {
  return [
    defineCommand({
      id: 'rule.sort',
      title: 'Sort the rules…',
      shortTitle: 'Sort',
      group: 'View',
      keywords: 'order, alerts, false positives, strs, open, noisiest, most alerts, rank',
      when: inList,
      keys: ['s'],
      args: [
        defineArg<'sort', RuleSort>({
          name: 'sort',
          type: 'choice',
          prompt: () => 'Sort by',
          source: () => (Object.keys(RULE_SORTS) as RuleSort[]).map((id) => ({ id, value: id, title: RULE_SORTS[id] })),
          default: () => store.getState().sort,
        }),
      ],
      run: (_, { sort }) => store.setState({ sort }),
    }),
    searchCommand({ id: 'rule.search', noun: 'the rules', keywords: 'find, name, description', when: inList }),
    defineCommand({
      id: 'rule.preview',
      title: 'Preview of the rule on or off',
      shortTitle: 'Preview on or off',
      group: 'View',
      keywords: 'peek, side, pane',
      when: inList,
      keys: ['v', 'space'],
      run: () => store.setState(({ isPreviewOpen }) => ({ isPreviewOpen: !isPreviewOpen })),
    }),
    refreshCommand({
      id: 'rule.refresh',
      noun: 'rules',
      when: inView('rules', 'rule', 'revisions'),
      run: () => void queries.invalidateQueries({ queryKey: ['rules'] }),
    }),
  ]
}
