/** The state of the viewer: one document at a time. */
import { createStore } from 'zustand/vanilla'

/** A document as it can be shown. */
export interface Shown {
  id: string
  /** The file name for saving. */
  name: string
  /** The whole of it; null until it is there. */
  bytes: Blob | null
}

export interface ViewerState {
  /** Null where no document is open. */
  shown: Shown | null
  /** Counted from 1. */
  page: number
  /** 0 until it is known. */
  pages: number
  /** 1 is the width of the viewer. */
  zoom: number
  /** Clockwise, in degrees. */
  turn: 0 | 90 | 180 | 270
}

const START = { page: 1, pages: 0, zoom: 1, turn: 0 } as const

export const viewerStore = createStore<ViewerState>(() => ({ shown: null, ...START }))

/** Nearer or further by this much at a time, between these ends. */
const STEP = 1.25
const ZOOM = { least: 0.25, most: 5 }

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))

/** Shows a document from its beginning; null closes the viewer. */
export function show(shown: Shown | null): void {
  viewerStore.setState({ shown, ...START })
}

/** Sets the content of the open document; content of another one is late. */
export function arrived(id: string, bytes: Blob): void {
  viewerStore.setState(({ shown }) => (shown?.id === id ? { shown: { ...shown, bytes } } : {}))
}

export function turnPages(by: number): void {
  viewerStore.setState(({ page, pages }) => ({ page: between(1, page + by, Math.max(1, pages)) }))
}

/** `by` steps nearer; null fits the page into the width again. */
export function zoomBy(by: number | null): void {
  viewerStore.setState(({ zoom }) => ({ zoom: by === null ? 1 : between(ZOOM.least, zoom * STEP ** by, ZOOM.most) }))
}

export function turnRight(): void {
  viewerStore.setState(({ turn }) => ({ turn: ((turn + 90) % 360) as ViewerState['turn'] }))
}
