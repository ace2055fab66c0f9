/** The filters that are asked for most, each by one command: what is late, and what nobody has taken. */
import { defineCommand, type Command, type CommandId, type Keywords } from '#src/commands/command.ts'
import type { When } from '#src/commands/dispatcher/when.ts'
import type { FilterArea } from '#src/features/lists/filter-commands.ts'
import type { ListView } from '#src/features/lists/list-view.ts'
import type { Narrowing } from '#src/features/lists/filter-control.ts'

/** The fields that both queues have. */
interface QuickFields {
  due: string
  assign: string
}

interface QuickFilterParts<Row, F extends QuickFields> {
  area: Extract<FilterArea, 'queue' | 'accountAlert'>
  /** "cases". */
  noun: string
  when: When
  view: ListView<Row, F>
  narrowing: Narrowing<F>
}

/** The commands; each adds to the filter, and takes away again what it added. */
export function quickFilterCommands<Row, F extends QuickFields>(parts: QuickFilterParts<Row, F>): Command[] {
  const { area, noun, when, view, narrowing } = parts
  const quick = (
    id: CommandId,
    {
      field,
      value,
      title,
      key,
      keywords,
    }: { field: keyof QuickFields; value: string; title: string; key: string; keywords: Keywords },
  ) => {
    const isOn = () => view.store.getState().filter[field] === value
    return defineCommand({
      id,
      title: () => (isOn() ? `Show ${noun} again that are not ${title}` : `Show only ${noun} that are ${title}`),
      shortTitle: `Show ${title}`,
      group: 'View',
      keywords,
      when,
      keys: [key],
      run: (c) => {
        const { platform, filter } = view.store.getState()
        c.ports.navigate(narrowing.hrefOf(platform, { ...filter, [field]: isOn() ? '' : value }))
      },
    })
  }
  return [
    quick(`${area}.showLate`, {
      field: 'due',
      value: 'breached',
      title: 'past due',
      key: 'g shift+o',
      keywords:
        'overdue, late, late cases, past due, sla breach, sla breached, breached, breach, out of time, missed deadline, deadline missed, filter overdue, aged, ageing, expired, behind, red',
    }),
    quick(`${area}.showUnassigned`, {
      field: 'assign',
      value: '1',
      title: 'unassigned',
      key: 'g shift+f',
      keywords:
        'unassigned, free, open pool, pool, nobody, without owner, no owner, not assigned, up for grabs, available, unclaimed, new work, team queue, filter unassigned',
    }),
  ]
}
