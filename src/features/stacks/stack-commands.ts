/** Folding a list and opening a stack in place, by keyboard. */
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, type When } from '#src/commands/dispatcher/when.ts'
import type { FilterArea } from '#src/features/lists/public.ts'
import type { Narrowing } from '#src/features/lists/public.ts'
import type { ListView } from '#src/features/lists/public.ts'
import { whenLoaded } from '#src/features/lists/public.ts'
import type { Folds, Stacks } from './stacks.ts'

interface StackCommandParts<Row, F extends Folds> {
  area: Extract<FilterArea, 'accountAlert' | 'queue'>
  when: When
  view: ListView<Row, F>
  narrowing: Narrowing<F>
  stacks: Stacks<Row>
}

export function stackCommands<Row, F extends Folds>(parts: StackCommandParts<Row, F>): Command[] {
  const { area, when, view, narrowing, stacks } = parts
  const { list, store } = view
  const isFolded = () => store.getState().filter.fold === '1'
  const atCursor = () => list.cursor.getState().id ?? ''
  const stackAt = () => stacks.source()?.stackOf(atCursor())
  const headAt = () => stacks.source()?.headOf(atCursor())
  return [
    defineCommand({
      id: `${area}.fold`,
      title: () => (isFolded() ? 'Unfold: every row by itself' : 'Fold similar rows into stacks'),
      shortTitle: 'Fold similar',
      group: 'View',
      keywords:
        'stack, group, group by, similar, collapse, unfold, ungroup, bulk, cluster, duplicates, dedupe, bundle, consolidate, batch',
      when,
      keys: ['g ='],
      run: (c: Ctx) => {
        const { platform, filter } = store.getState()
        // another order is another address, so that Back leads to the one before
        const fold = isFolded() ? '' : '1'
        c.ports.navigate(narrowing.hrefOf(platform, { ...filter, fold }))
        const loading = whenLoaded(view, (shown) => shown.fold === fold)
        if (loading) c.actions.holdKeys(loading)
        return { announce: fold ? 'Similar rows folded' : 'Unfolded' }
      },
    }),
    defineCommand({
      id: `${area}.openStack`,
      title: 'Open the stack in place',
      shortTitle: 'Open stack',
      group: 'View',
      keywords: 'expand, stack, unfold, open group, show members',
      when: all(when, flag('hasCursor')),
      keys: ['right'],
      disabledReason: () => (stackAt()?.isOpen === false ? null : 'No closed stack here'),
      run: () => {
        stacks.source()?.toggle(atCursor(), true)
        return { announce: `${stackAt()?.ids.length ?? 0} shown` }
      },
    }),
    defineCommand({
      id: `${area}.closeStack`,
      title: 'Close the stack',
      shortTitle: 'Close stack',
      group: 'View',
      keywords: 'collapse, stack, fold, close group, hide members',
      when: all(when, flag('hasCursor')),
      keys: ['left'],
      disabledReason: () => {
        const head = headAt()
        return head !== undefined && stacks.source()?.stackOf(head)?.isOpen ? null : 'No open stack here'
      },
      run: () => {
        const head = headAt() ?? ''
        list.moveToId(head)
        stacks.source()?.toggle(head, false)
        return { announce: 'Stack closed' }
      },
    }),
  ]
}
