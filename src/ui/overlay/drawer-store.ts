// The right-hand drawer: one at a time, opened by name with a value and a size.
import { createStore } from 'zustand/vanilla'

/** What each drawer is opened with, by name: extended beside the registry of drawers (src/app/drawers.ts). */
// oxlint-disable-next-line typescript/no-empty-object-type -- what there is to show is no matter of building blocks
export interface DrawerValues {}
export type DrawerName = keyof DrawerValues

export interface DrawerState {
  isOpen: boolean
  /** Which popup is shown. */
  name: string
  /** Handed to the popup as it is. */
  value: unknown
  /** A CSS width. */
  size: string
  /** What it shows is drawn and has the focus. */
  isEntered: boolean
  /** Typed before that. */
  typedAhead: string
}

/** Half of the window, where that is enough for a form and its buttons side by side. */
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
