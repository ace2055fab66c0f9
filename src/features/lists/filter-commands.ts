/** Narrowing a list by keyboard: a field, then its value; the panel holds the same fields for the mouse. */
import { defineArg, defineCommand, type Command, type CommandId, type Option } from '#src/commands/command.ts'
import { all, flag, type When } from '#src/commands/dispatcher/when.ts'
import { DAY_HINT, dayOf } from '#src/format/iso-day.ts'
import type { Narrowing } from './filter-control.ts'
import type { Choice, FieldOf, FilterKind } from './filter.ts'
import type { ListView } from './list-view.ts'

/** The prefix of the commands' ids. */
type FilterName = 'addFilter' | 'removeFilter' | 'clearFilter' | 'search' | 'keepSelection'
export type FilterArea = 'queue' | 'customers' | 'accountAlert' | 'contract' | 'report' | 'screening' | 'audit' | 'read'

interface FilterCommandParts<Row, F> {
  area: FilterArea
  /** When the list is current. */
  when: When
  /** The list's name: "the queue". */
  place: string
  view: ListView<Row, F>
  narrowing: Narrowing<F>
}

/** A typed day as the filter has it; other text stays as it is. */
async function dayChoice(typed: Choice, now: number): Promise<Choice> {
  const { readDay } = await import('#src/format/day.ts')
  const day = readDay(typed.value, dayOf(now))
  return day === null ? typed : { value: day, label: day }
}

const optionOf = (choice: Choice): Option<Choice> => ({ id: choice.value || 'any', value: choice, title: choice.label })

function wordsFor(as: 'text' | 'day', field: string): string {
  if (as === 'day') return DAY_HINT
  if (/amount/i.test(field)) return 'an amount'
  if (/risk|age/i.test(field)) return 'a number'
  return /name/i.test(field) ? 'a name' : 'what to look for'
}

/** A field that holds several values takes one more. */
function withValue<F extends object>(kind: FilterKind<F>, filter: F, field: FieldOf<F>, { value, label }: Choice): F {
  const held = filter[field]
  const { name } = kind.fields[field]
  return kind.read({
    ...filter,
    [field]: Array.isArray(held) ? [...new Set([...held, value])] : value,
    ...(name !== undefined && { [name]: label === value ? '' : label }),
  })
}

const typedChoice = (text: string): Option<Choice> | null =>
  text ? { id: 'typed', value: { value: text, label: text }, title: text } : null

/** The commands of a list's filter. */
export function filterCommands<Row, F extends object>(parts: FilterCommandParts<Row, F>): Command[] {
  const { area, when, place, view } = parts
  const { kind, lookups, suggest, hrefOf } = parts.narrowing
  const current = () => view.store.getState()
  const fields = (Object.keys(kind.fields) as FieldOf<F>[]).filter((field) => kind.panel.includes(field))
  /** A name for the typed value of the field; null if it is chosen. */
  const wordsOf = (field: FieldOf<F>) => {
    const { as } = kind.fields[field]
    return as === 'text' || as === 'day' ? wordsFor(as, field) : null
  }
  const idOf = (name: FilterName): CommandId => `${area}.${name}`

  return [
    defineCommand({
      id: idOf('addFilter'),
      title: 'Add a filter…',
      group: 'View',
      keywords:
        'filter, filters, narrow, only, where, show only, refine, limit, search by, query, by amount, by country, by rule, facet, condition',
      line: 'filter, filter by, add filter, narrow by',
      when,
      keys: ['f'],
      args: [
        defineArg<'field', FieldOf<F>>({
          name: 'field',
          type: 'choice',
          prompt: () => 'Filter by',
          source: () => fields.map((field) => ({ id: field, value: field, title: kind.fields[field].label })),
        }),
        defineArg<'value', Choice>({
          name: 'value',
          type: 'choice',
          prompt: () => 'is',
          typed: (chosen) => wordsOf(chosen['field'] as FieldOf<F>),
          source: async (_, query, chosen) => {
            const field = chosen['field'] as FieldOf<F>
            const { platform } = current()
            const known = kind.fields[field].choices ?? (await suggest[field]?.(platform, query))
            return (known ?? (await lookups(platform))[field] ?? []).map(optionOf)
          },
          create: (_, query) => typedChoice(query.trim()),
        }),
      ],
      run: (c, { field, value }) => {
        const { platform, filter } = current()
        const narrow = (chosen: Choice) => {
          const next = withValue(kind, filter, field, chosen)
          const isValid = wordsOf(field) === null || String(next[field]) !== ''
          if (isValid) c.ports.navigate(hrefOf(platform, next))
          else c.actions.say(`${kind.fields[field].label}: ${value.value} is not valid`)
        }
        if (kind.fields[field].as !== 'day') return narrow(value)
        void dayChoice(value, c.ports.now()).then(narrow)
        return undefined
      },
    }),
    defineCommand({
      id: idOf('removeFilter'),
      title: 'Remove a filter…',
      group: 'View',
      keywords: 'widen, without, chip, unfilter, drop filter, one filter less',
      when,
      keys: ['backspace'],
      disabledReason: () => (kind.active(current().filter).length > 0 ? null : 'There is no filter to remove'),
      args: [
        defineArg<'field', FieldOf<F>>({
          name: 'field',
          type: 'choice',
          prompt: () => 'Remove filter',
          source: async () => {
            const { platform, filter } = current()
            const known = await lookups(platform)
            return kind.active(filter).map((field) => ({
              id: field,
              value: field,
              title: kind.chipText(field, filter, known),
              detail: kind.fields[field].label,
            }))
          },
        }),
      ],
      run: (c, { field }) => {
        const { platform, filter } = current()
        c.ports.navigate(hrefOf(platform, kind.without(filter, field)))
      },
    }),
    defineCommand({
      id: idOf('clearFilter'),
      title: 'Clear all filters',
      shortTitle: 'Clear filters',
      group: 'View',
      keywords: 'reset, reset filters, default, remove all filters, unfilter, show all, all rows, no filter',
      when,
      keys: ['shift+f'],
      run: (c) => c.ports.navigate(hrefOf(current().platform, kind.cleared(current().filter))),
    }),
    defineCommand({
      id: idOf('search'),
      title: `Search in ${place}`,
      group: 'View',
      keywords: 'find, search, filter panel, look up, lookup, look for, query, ctrl f, advanced search',
      when,
      keys: ['/', 'f3'],
      run: () => view.toggle('isPanelOpen', true),
    }),
    defineCommand({
      id: idOf('keepSelection'),
      title: 'Keep what was selected before the filter changed',
      shortTitle: 'Keep selection',
      group: 'Select',
      keywords: 'hold selection, keep marked, previous filter, remember selection',
      when: all(when, flag('hasSelection')),
      disabledReason: () => (view.list.selection.getState().frozen ? null : 'The filter has not changed'),
      run: () => view.list.keep(),
    }),
  ]
}
