/**
 * The current state for `when`: atoms set by the window (view, triage, offline, ...), combined with the
 * `data-kb-context="queue list"` of the surface around the focused element.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  flags,
  noAtoms,
  overlays,
  type Atoms,
  type Flag,
  type Overlay,
  type View,
} from '#src/commands/dispatcher/when.ts'
import type { ActiveList } from './command.ts'

/** Set by the window; cursor and selection are read off the active list, and `typing` off the event's target. */
export type SettableAtoms = Omit<Atoms, 'typing' | 'listFocus' | 'hasCursor' | 'hasSelection'>
export type SettableFlag = Exclude<keyof SettableAtoms, 'view' | 'overlay'>

export interface Context {
  readonly store: StoreApi<{ atoms: SettableAtoms; lists: readonly ActiveList[] }>
  set(atoms: Partial<SettableAtoms>): void
  /** Brings a list to the front while its surface is mounted; the latest wins. Returns its withdrawal. */
  pushList(list: ActiveList): () => void
  /** The current list. */
  list(): ActiveList | null
  /** All atoms as they are on the page below any overlay. */
  page(): Atoms
  /** All atoms as they are for an event on this element. */
  read(target?: Element | null): Atoms
}

/** `overlay` returns overlays of the command layer, which are on top. */
export function createContext(
  initial: Partial<SettableAtoms> = {},
  overlay: () => Overlay | null = () => null,
): Context {
  const store = createStore<{ atoms: SettableAtoms; lists: readonly ActiveList[] }>(() => ({
    atoms: { ...noAtoms, ...initial },
    lists: [],
  }))
  const list = () => store.getState().lists.at(-1) ?? null
  const onList = () => {
    const state = list()?.state
    return {
      typing: false,
      listFocus: false,
      hasCursor: state ? state.cursor.getState().id !== null : false,
      hasSelection: state ? state.size() > 0 : false,
    }
  }
  return {
    store,
    list,
    set: (atoms) => store.setState((was) => ({ atoms: { ...was.atoms, ...atoms } })),
    pushList(pushed) {
      store.setState((was) => ({ lists: [...was.lists, pushed] }))
      return () => store.setState((was) => ({ lists: was.lists.filter((other) => other !== pushed) }))
    },
    page: () => ({ ...store.getState().atoms, ...onList(), overlay: 'none' }),
    read(target = null) {
      const over = overlay()
      return {
        ...store.getState().atoms,
        ...onList(),
        typing: target !== null && takesCharacters(target),
        ...readChain(target),
        ...(over && { overlay: over }),
      }
    },
  }
}

const marks = '[data-kb-context]'
const tokensOf = (element: Element) => element.getAttribute('data-kb-context')?.split(/\s+/) ?? []

/**
 * The atoms of the surfaces from this element outwards: the nearest view and overlay win, flags add up. `list` means
 * `listFocus`. An overlay ends the walk: what is below it is inactive. With an open overlay, focus on the page counts
 * as in it.
 */
export function readChain(target: Element | null): Partial<Atoms> {
  const found: { view?: View; overlay?: Overlay } & Partial<Record<Flag, boolean>> = {}
  for (let at = startOf(target); at; at = closest(outside(at), marks))
    for (const token of tokensOf(at)) {
      if (isOneOf(overlays, token)) return { ...found, overlay: token }
      if (token === 'list') found.listFocus = true
      else if (isOneOf(flags, token)) found[token] = true
      // the type of the attribute leaves nothing else
      else found.view ??= token as View
    }
  return found
}

function startOf(target: Element | null): Element | null {
  if (!target) return null
  const isNowhere = target === target.ownerDocument.body || target === target.ownerDocument.documentElement
  if (!isNowhere) return closest(target, marks)
  const open = ['dialog', 'palette', 'help'].map((name) => `[data-kb-context~="${name}"]`).join()
  return [...target.ownerDocument.querySelectorAll(open)].at(-1) ?? target.closest(marks)
}

/** The parent of an element, out of a shadow root as well. */
function outside(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

/** As `Element.closest`, through open shadow roots. */
function closest(element: Element | null, selector: string): Element | null {
  for (let at = element; at; at = outside(at)) if (at.matches(selector)) return at
  return null
}

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T => names.includes(name as T)

const noText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file', 'image'])
const characterRoles = '[role=textbox], [role=searchbox], [role=combobox], [role=menu], [role=menubar], [role=listbox]'

/** True if the focused element uses characters itself: text fields, and menus and listboxes, which search by them. */
export function takesCharacters(element: Element): boolean {
  const tag = element.tagName.toLowerCase()
  if (tag === 'input') return !noText.has((element.getAttribute('type') ?? 'text').toLowerCase())
  if (tag === 'textarea' || tag === 'select') return true
  if (closest(element, characterRoles)) return true
  const editable = closest(element, '[contenteditable]')?.getAttribute('contenteditable')
  return editable !== undefined && editable !== null && editable !== 'false'
}

const activates =
  'button, a[href], summary, input, [role=button], [role=link], [role=checkbox], [role=switch], [role=tab]'
const navigates =
  '[role=tablist], [role=radiogroup], [role=slider], [role=spinbutton], [role=tree], [role=toolbar], input'

/** For a scrollable region with hidden content; `pages` if arrows are commands. */
function scrollingKeys(element: Element): readonly string[] {
  const kind = element.getAttribute('data-scrolls')
  if (kind === null || element.scrollHeight <= element.clientHeight) return []
  return ['pageup', 'pagedown', 'home', 'end', ...(kind === 'pages' ? [] : ['up', 'down'])]
}

/** Unmodified keys that the focused control answers to itself, so that no command may take them. */
export function ownKeys(element: Element): readonly string[] {
  const activation = element.matches(activates) ? ['enter', 'space'] : []
  const navigation = closest(element, navigates) ? ['up', 'down', 'left', 'right', 'home', 'end'] : []
  return [...activation, ...navigation, ...scrollingKeys(element)]
}
