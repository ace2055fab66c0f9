/** Narrowing the queue by keyboard: a field, then its value; the panel holds the same fields for the mouse. */
import { defineArg, defineCommand, type Command, type Option } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/when.ts'
import { chipText, FIELD_LABELS, FIXED, type Choice, type Lookups } from './choices.ts'
import { activeFields, DEFAULT_FILTER, readFilter, withoutField, type CaseFilter, type FilterField } from './filter.ts'
import type { Queue } from './queue.ts'

interface FilterDeps {
  queue: Queue
  lookups(platform: string): Promise<Lookups>
  /** Customers by a part of a name; none where the server does not answer. */
  customers(platform: string, term: string): Promise<readonly Choice[]>
  /** The address of the queue through a filter. */
  hrefOf(platform: string, filter: CaseFilter): string
}

const inQueue = all(inView('queue'), not(flag('triage')))
const TYPED: readonly FilterField[] = ['search', 'customerId', 'timeS', 'timeE']
const FIELDS = (Object.keys(FIELD_LABELS) as FilterField[]).filter(
  (field) => field !== 'customerName' && field !== 'ids',
)

const optionOf = (choice: Choice): Option<Choice> => ({ id: choice.value || 'any', value: choice, title: choice.label })

/** The commands of the filter. */
export function filterCommands({ queue, lookups, customers, hrefOf }: FilterDeps): Command[] {
  const current = () => queue.store.getState()

  /** A field that holds several values takes one more. */
  const withValue = (filter: CaseFilter, field: FilterField, value: string): CaseFilter => {
    const held = filter[field]
    return readFilter({ ...filter, [field]: Array.isArray(held) ? [...new Set([...held, value])] : value })
  }

  return [
    defineCommand({
      id: 'queue.addFilter',
      title: 'Add a filter…',
      group: 'View',
      keywords: ['narrow', 'only', 'where'],
      when: inQueue,
      keys: ['f'],
      args: [
        defineArg<'field', FilterField>({
          name: 'field',
          type: 'filter',
          prompt: () => 'Filter by',
          source: () => FIELDS.map((field) => ({ id: field, value: field, title: FIELD_LABELS[field] })),
        }),
        defineArg<'value', Choice>({
          name: 'value',
          type: 'filter',
          prompt: () => 'is',
          source: async (_, query, chosen) => {
            const field = chosen['field'] as FilterField
            const fixed = FIXED[field]
            if (fixed) return fixed.map(optionOf)
            if (field === 'customerId') return (await customers(current().platform, query)).map(optionOf)
            const known = await lookups(current().platform)
            return field in known ? known[field as keyof Lookups].map(optionOf) : []
          },
          create: (_, query) => {
            const typed = query.trim()
            return typed ? { id: 'typed', value: { value: typed, label: typed }, title: typed } : null
          },
        }),
      ],
      run: (c, { field, value }) => {
        const { platform, filter } = current()
        const next = withValue(filter, field, value.value)
        if (field === 'customerId') next.customerName = value.label === value.value ? '' : value.label
        if (TYPED.includes(field) && !String(next[field]))
          return { announce: `${FIELD_LABELS[field]}: ${value.value} does not fit` }
        c.ports.navigate(hrefOf(platform, next))
        return undefined
      },
    }),
    defineCommand({
      id: 'queue.removeFilter',
      title: 'Remove a filter…',
      group: 'View',
      keywords: ['widen', 'without', 'chip'],
      when: inQueue,
      keys: ['backspace'],
      disabledReason: () => (activeFields(current().filter).length > 0 ? null : 'There is no filter to remove'),
      args: [
        defineArg<'field', FilterField>({
          name: 'field',
          type: 'filter',
          prompt: () => 'Remove filter',
          source: async () => {
            const { platform, filter } = current()
            const known = await lookups(platform)
            return activeFields(filter).map((field) => ({
              id: field,
              value: field,
              title: chipText(field, filter, known),
              detail: FIELD_LABELS[field],
            }))
          },
        }),
      ],
      run: (c, { field }) => {
        const { platform, filter } = current()
        c.ports.navigate(hrefOf(platform, withoutField(filter, field)))
      },
    }),
    defineCommand({
      id: 'queue.clearFilter',
      title: 'Clear all filters',
      shortTitle: 'Clear filters',
      group: 'View',
      keywords: ['reset', 'default'],
      when: inQueue,
      keys: ['shift+f'],
      run: (c) => c.ports.navigate(hrefOf(current().platform, DEFAULT_FILTER)),
    }),
    defineCommand({
      id: 'queue.search',
      title: 'Search in the queue',
      group: 'View',
      keywords: ['find', 'filter panel'],
      when: inQueue,
      keys: ['/', 'f3'],
      run: () => queue.toggle('isPanelOpen', true),
    }),
    defineCommand({
      id: 'queue.keepSelection',
      title: 'Keep what was selected before the filter changed',
      shortTitle: 'Keep selection',
      group: 'Select',
      when: all(inQueue, flag('hasSelection')),
      disabledReason: () => (queue.list.selection.getState().frozen ? null : 'The filter has not changed'),
      run: () => queue.list.keep(),
    }),
  ]
}
