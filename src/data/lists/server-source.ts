/** Rows that only the server changes, without queued operations. None is stored on this device unless stated. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { systemClock } from '#engine/base/clock.ts'
import type { Data } from '#src/data/data.ts'
import { createPagedSource, type PagedPorts } from './paged-source.ts'
import type { RowSource } from './row-source.ts'

/** Opens such a list; dispose of it when it is no longer shown. */
export function createServerSource<Row extends object>(
  { connectivity }: Pick<Data, 'connectivity'>,
  ports: Pick<PagedPorts<Row>, 'load' | 'keyOf' | 'pageSize'> & Partial<Pick<PagedPorts<Row>, 'keep'>>,
): RowSource<Row> {
  return createPagedSource<Row>({
    keep: null,
    ...ports,
    belongs: () => true,
    pending: { fold: (row) => row, states: () => new Map(), subscribe: () => () => {} },
    clock: systemClock,
    connectivity,
  })
}

/**
 * A source for as long as a component shows it; null before its first effect. Wants the same `open` as long as the list
 * is the same.
 */
export function useSource<Row>(open: () => RowSource<Row>): RowSource<Row> | null {
  const [held] = useState(() => new Held<Row>())
  useEffect(() => {
    held.set(open())
    return () => held.set(null)
  }, [held, open])
  return useSyncExternalStore(held.subscribe, held.get)
}

class Held<Row> {
  #source: RowSource<Row> | null = null
  readonly #listeners = new Set<() => void>()

  get = (): RowSource<Row> | null => this.#source

  set(source: RowSource<Row> | null): void {
    this.#source?.dispose()
    this.#source = source
    for (const listener of this.#listeners) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
