// The right-hand drawer: one at a time, opened by name with a value and a size.
import { createStore } from 'zustand/vanilla'

/** The value of each drawer, by name: extended in src/app/drawers.ts. */
// oxlint-disable-next-line typescript/no-empty-object-type -- what there is to show is no matter of building blocks
export interface DrawerValues {}
export type DrawerName = keyof DrawerValues

export interface DrawerState {
  isOpen: boolean
  /** The visible popup. */
  name: string
  /** Handed to the popup as it is. */
  value: unknown
  /** A CSS width. */
  size: string
  /** Its content is drawn and has the focus. */
  isEntered: boolean
  /** Typed before that. */
  typedAhead: string
}

/** Half of the window, if that is wide enough for a form with its buttons. */
export const DRAWER_SIZE = 'max(50%, 560px)'
const closed: DrawerState = {
  isOpen: false,
  name: '',
  value: null,
  size: DRAWER_SIZE,
  isEntered: false,
  typedAhead: '',
}

export const drawerStore = createStore<DrawerState>(() => closed)

/** Opens the popup of that name; what was open before it closes. */
export function openDrawer<N extends DrawerName>(name: N, value: DrawerValues[N], size: string = DRAWER_SIZE): void {
  drawerStore.setState({ ...closed, isOpen: true, name, value, size })
}

export function closeDrawer(): void {
  drawerStore.setState(closed)
}

/** Keeps a character for the drawer that is about to have the focus. */
export function typeIntoDrawer(character: string): void {
  drawerStore.setState((was) => ({ typedAhead: was.typedAhead + character }))
}

/** It has the focus: answers what was typed until then. */
export function enterDrawer(): string {
  const { typedAhead } = drawerStore.getState()
  drawerStore.setState({ isEntered: true, typedAhead: '' })
  return typedAhead
}
