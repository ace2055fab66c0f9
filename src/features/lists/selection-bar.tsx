/** Below a list: how much of it is selected, and what can be done with it by pointer. Each button is the command of its key. */
import { useRows } from '#src/data/data.ts'
import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { sizeOf } from '#src/commands/list/selection.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { formatCount } from '#src/format/count.ts'
import type { FilterArea } from './filter-commands.ts'
import type { ListView } from './list-view.ts'

export interface SelectionBarProps {
  area: FilterArea
  view: ListView<object, object>
  source: RowSource<object>
}

export function SelectionBar({ area, view, source }: SelectionBarProps) {
  const selection = useStore(view.list.selection)
  const { order } = useStore(view.list.order)
  useRows(source)
  const bar = useRef<HTMLElement>(null)
  // a button that takes the bar away leaves its focus to the list
  useLayoutEffect(() => {
    const element = bar.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      element.parentElement?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    }
  }, [])
  const isAll = selection.mode === 'query' && selection.except.size === 0
  const total = `${formatCount(source.count ?? source.total)}${source.capped ? '+' : ''}`
  const parts = [
    isAll ? `All ${total} matching` : `${formatCount(sizeOf(selection, order))} selected`,
    selection.hidden.size > 0 && `${formatCount(selection.hidden.size)} not visible`,
  ]
  return (
    <section
      ref={bar}
      aria-label="Selection"
      className="flex min-h-10 flex-none flex-wrap items-center gap-x-1 border-t border-line bg-raised px-3 text-list"
    >
      <span className="mr-1 font-medium whitespace-nowrap">{parts.filter(Boolean).join(' · ')}</span>
      {selection.frozen && (
        <>
          <span className="text-warn">from the previous filter</span>
          <CommandButton command={`${area}.keepSelection`} variant="quiet">
            Keep
          </CommandButton>
        </>
      )}
      {/* the most common uses of a selection; others are in the palette */}
      {area === 'queue' && (
        <>
          <CommandButton command="alert.resolve" variant="quiet" />
          <CommandButton command="case.assign" variant="quiet" />
          <CommandButton command="case.assignMe" variant="quiet" />
          <CommandButton command="case.release" variant="quiet" />
          <CommandButton command="case.escalate" variant="quiet" />
          <CommandButton command="case.comment" variant="quiet" />
        </>
      )}
      {area === 'accountAlert' && (
        <>
          <CommandButton command="accountAlert.resolve" variant="quiet" />
          <CommandButton command="accountAlert.assign" variant="quiet" />
          <CommandButton command="accountAlert.assignMe" variant="quiet" />
          <CommandButton command="accountAlert.release" variant="quiet" />
          <CommandButton command="accountAlert.escalate" variant="quiet" />
          <CommandButton command="accountAlert.comment" variant="quiet" />
        </>
      )}
      <span className="grow" />
      <CommandButton command="list.clear" variant="quiet">
        Clear
      </CommandButton>
    </section>
  )
}
