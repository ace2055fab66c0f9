/** Narrowing the list of allowlists by keyboard. */
import { defineArg, defineCommand, type Command, type Option } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { searchCommand } from '#src/features/lists/public.ts'
import { ruleQueries } from '#src/features/rules/public.ts'
import type { AllowlistDeps } from './deps.ts'
import { allowlistFilter, type AllowlistFilter, type FilterName } from './filter.ts'
import { listHref } from './links.ts'

const onList = inView('allowlists')
const { active, defaults, fields } = allowlistFilter
const optionOf = (name: FilterName): Option<FilterName> => ({ id: name, value: name, title: fields[name].label })

export function filterCommands({ data, allowlists, cases, platform }: AllowlistDeps): Command[] {
  const { api, queries } = data
  const { store } = allowlists
  const filter = () => store.getState().filter
  /** A server of the plain catalogue does not tell them apart by their ends. */
  const names = () =>
    (Object.keys(fields) as FilterName[]).filter((name) => name !== 'expiry' || data.capabilities().version !== '')
  /** The address holds it all but what was typed, which is put here. */
  const show = (go: (href: string) => void, next: AllowlistFilter) => {
    store.setState({ typed: next.search })
    go(listHref(platform(), next))
  }
  const values = async (name: FilterName, query: string): Promise<readonly Option<string>[]> => {
    if (name === 'customerId') {
      const found = await cases.findCustomers(platform(), query)
      return found.map(({ value, label }) => ({ id: value, value, title: label }))
    }
    const { choices = [] } = fields[name]
    if (name !== 'rule') return choices.map(({ value, label }) => ({ id: value, value, title: label }))
    const { items } = await queries.ensureQueryData(ruleQueries.list(api, platform(), { shortResponse: 'true' }))
    return items.map(({ id, name: title }) => ({ id, value: id, title }))
  }
  return [
    defineCommand({
      id: 'allowlist.addFilter',
      title: 'Add a filter…',
      group: 'View',
      keywords: 'narrow, only, where',
      when: onList,
      keys: ['f'],
      args: [
        defineArg<'field', FilterName>({
          name: 'field',
          type: 'choice',
          prompt: () => 'Filter by',
          source: () => names().map(optionOf),
        }),
        defineArg<'value', string>({
          name: 'value',
          type: 'choice',
          prompt: () => 'is',
          source: (_, query, chosen) => values(chosen['field'] as FilterName, query).catch(() => []),
          create: (_, query) => (query.trim() ? { id: 'typed', value: query.trim(), title: query.trim() } : null),
        }),
      ],
      run: (c, { field, value }) => {
        if (fields[field].read(value) !== value) return { announce: `${fields[field].label}: ${value} is not valid` }
        show(c.ports.navigate, { ...filter(), [field]: value })
        return undefined
      },
    }),
    defineCommand({
      id: 'allowlist.removeFilter',
      title: 'Remove a filter…',
      group: 'View',
      keywords: 'widen, without, chip',
      when: onList,
      keys: ['backspace'],
      disabledReason: () => (active(filter()).length > 0 ? null : 'There is no filter to remove'),
      args: [
        defineArg<'field', FilterName>({
          name: 'field',
          type: 'choice',
          prompt: () => 'Remove filter',
          source: () => active(filter()).map(optionOf),
        }),
      ],
      run: (c, { field }) => show(c.ports.navigate, { ...filter(), [field]: '' }),
    }),
    defineCommand({
      id: 'allowlist.clearFilter',
      title: 'Clear all filters',
      shortTitle: 'Clear filters',
      group: 'View',
      keywords: 'reset, all',
      when: onList,
      keys: ['shift+f'],
      run: (c) => show(c.ports.navigate, defaults),
    }),
    searchCommand({
      id: 'allowlist.search',
      noun: 'the allow lists',
      keywords: 'find, name, comment',
      when: onList,
    }),
  ]
}
