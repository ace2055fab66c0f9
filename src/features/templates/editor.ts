/** The templates as a list to work on: drafts that outlive the screen, saving, removing, and the digits they are on. */
import { claimFault } from '#contract/model/facts/claims.ts'
import type { SettingScope } from '#contract/model/settings.ts'
import { isOnDigits, kindClosedBy, macroId, type MacroKey } from '#contract/model/templates/template.ts'
import type { TemplateValue } from '#contract/model/templates/template-value.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import { claimsOf } from './claims/check-claims.ts'
import type { Template } from './defaults.ts'
import { variableFault } from './render.ts'
import { readTemplates, type TemplateScope } from './template-store.ts'

/** A template as it is being written. */
export interface Draft extends Template {
  scope: SettingScope
  /** The digit of triage it is on; null for none. */
  key: MacroKey | null
  /** Its name on the strip of triage. */
  short: string
}

export interface EditorRow {
  id: string
  title: string
  use: Template['use']
  shelf: TemplateScope | 'new'
  key: MacroKey | null
  isEdited: boolean
}

export interface Editor {
  readonly list: ListState
  rows(): readonly EditorRow[]
  rowOf(id: string): EditorRow | undefined
  draftOf(id: string): Draft | undefined
  change(id: string, part: Partial<Draft>): void
  /** Begins a new template, with the words of another where one is given; the cursor goes there. */
  begin(from?: string): string
  /** True if the form of a template that was just begun should take the focus; true once. */
  takesFocus(id: string): boolean
  /** The reason why a draft cannot be saved, as text for the user; null if it can. */
  faultOf(draft: Draft): string | null
  /** Keeps a draft; answers how to take that back. */
  save(id: string): () => void
  /** Discards unsaved changes. */
  discard(id: string): void
  /** Restores a discarded draft. */
  restore(draft: Draft): void
  /** Deletes a template from its scope; returns the undo function. Null if there is nothing to delete. */
  remove(id: string): (() => void) | null
  /** Reads the platform's templates again. */
  refresh(): void
  subscribe: (listener: () => void) => () => void
}

const EMPTY: Omit<TemplateValue, 'revision'> = {
  title: '',
  gist: '',
  body: '',
  use: 'resolve',
  ruleTypes: [],
  evidence: [],
  claims: [],
}

/** The editor of this window, made when its screen is first opened. */
export function editorOf(templates: { editor: Editor | null; readonly user: UserStore; platform(): string }): Editor {
  templates.editor ??= createEditor(templates.user, templates.platform)
  return templates.editor
}

/** A template of the book, as a draft. */
function fromBook(id: string): Draft | undefined {
  const { templates, macros } = readTemplates()
  const found = templates.find((one) => one.id === id)
  if (!found) return undefined
  const macro = Object.values(macros)
    .flat()
    .find(({ templateId }) => templateId === id)
  const { shelf, ...template } = found
  const scope = shelf === 'shared' ? 'shared' : 'mine'
  const claims = [...claimsOf(template)]
  return { ...template, claims, scope, key: macro?.key ?? null, short: macro?.title ?? found.title }
}

/** The places of templates and their digits among the user's documents. */
function createPlaces(user: UserStore, platform: () => string) {
  const where = (id: string, scope: SettingScope) => ({ scope, kind: 'template', platform: platform(), id }) as const
  const onKey = ({ use, key }: Pick<Draft, 'use' | 'key'>, scope: SettingScope) => {
    const kind = kindClosedBy(use)
    return key && kind && isOnDigits(use)
      ? ({ scope, kind: 'macro', platform: platform(), id: macroId(kind, key) } as const)
      : null
  }

  type At = ReturnType<typeof where> | NonNullable<ReturnType<typeof onKey>>
  const heldAt = (place: At): unknown =>
    user.list(place.kind, place.platform).find(({ id, scope }) => id === place.id && scope === place.scope)?.value

  /** Writes documents to places, undefined to delete; returns the undo function. */
  const put = (documents: readonly (readonly [place: At, value: unknown])[]) => {
    const write = ([place, value]: (typeof documents)[number]) =>
      value === undefined ? user.remove(place) : user.save(place, value)
    const were = documents.map(([place]) => [place, heldAt(place)] as const)
    documents.forEach(write)
    return () => were.forEach(write)
  }

  return { where, onKey, put }
}

export function createEditor(user: UserStore, platform: () => string): Editor {
  const { where, onKey, put } = createPlaces(user, platform)
  const list = createListState()
  const drafts = new Map<string, Draft>()
  const listeners = new Set<() => void>()
  let begun: string | null = null
  let rows: readonly EditorRow[] = []
  /** The current templates, rebuilt only on a change, since screens compare them. */
  const standing = new Map<string, Draft | undefined>()

  const held = (id: string): Draft | undefined => {
    if (!standing.has(id)) standing.set(id, fromBook(id))
    return standing.get(id)
  }
  const take = () => {
    standing.clear()
    const { templates, macros } = readTemplates()
    const digits = Object.values(macros).flat()
    const keyOf = (id: string) => drafts.get(id)?.key ?? digits.find(({ templateId }) => templateId === id)?.key ?? null
    const made = [...drafts.values()].filter(({ id }) => !templates.some((one) => one.id === id))
    const all = [
      ...templates.map((one) => ({ ...one, ...drafts.get(one.id) })),
      ...made.map((one) => ({ ...one, shelf: 'new' as const })),
    ]
    rows = all
      .map(({ id, title, use, shelf }) => ({ id, title, use, shelf, key: keyOf(id), isEdited: drafts.has(id) }))
      .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
    list.refresh(arrayOrder(rows.map(({ id }) => id)))
    for (const listener of listeners) listener()
  }

  const current = (id: string) => drafts.get(id) ?? held(id)
  user.subscribe(take)
  take()

  return {
    list,
    rows: () => rows,
    rowOf: (id) => rows.find((row) => row.id === id),
    draftOf: current,
    change(id, part) {
      const was = current(id)
      if (!was) return
      const next = { ...was, ...part }
      // a template that closes no alert is on no digit
      drafts.set(id, isOnDigits(next.use) ? next : { ...next, key: null })
      take()
    },
    begin(from) {
      const id = crypto.randomUUID()
      const like = from === undefined ? undefined : current(from)
      const title = like ? `${like.title} (copy)` : ''
      drafts.set(id, { ...EMPTY, ...like, revision: 0, id, title, scope: 'mine', key: null, short: '' })
      begun = id
      take()
      list.moveToId(id)
      return id
    },
    takesFocus(id) {
      const takes = begun === id
      if (takes) begun = null
      return takes
    },
    faultOf({ title, body, claims = [] }) {
      if (title.trim() === '') return 'Give it a name.'
      if (body.trim() === '') return 'Write what it says.'
      const broken = claims.findIndex((one) => claimFault(one) !== null)
      const claim = claims[broken]
      return variableFault(body) ?? (claim ? `Claim ${broken + 1}: ${claimFault(claim)}` : null)
    },
    save(id) {
      const draft = current(id)
      if (!draft) return () => {}
      const { scope, key: _key, short, id: _, ...template } = draft
      const was = held(id)
      const digit = onKey(draft, scope)
      const before = was ? onKey(was, was.scope) : null
      // a shared template replaces the author's own, which would take precedence
      const isMoved = was?.scope === 'mine' && scope === 'shared'
      // a digit that it leaves does again what it did at first
      const isOff = was?.scope === scope && before?.id !== digit?.id
      const left = [isMoved ? where(id, 'mine') : null, isMoved || isOff ? before : null].filter((one) => one !== null)
      const back = put([
        ...left.map((one) => [one, undefined] as const),
        [where(id, scope), { ...template, title: template.title.trim(), revision: template.revision + 1 }],
        ...(digit ? [[digit, { title: short.trim() || template.title.slice(0, 30), templateId: id }] as const] : []),
      ])
      drafts.delete(id)
      take()
      return () => {
        back()
        drafts.set(id, draft)
        take()
      }
    },
    discard(id) {
      drafts.delete(id)
      take()
    },
    restore(draft) {
      drafts.set(draft.id, draft)
      take()
    },
    remove(id) {
      const shelf = rows.find((one) => one.id === id)?.shelf
      const draft = drafts.get(id)
      if (shelf === undefined || (shelf === 'built-in' && !draft)) return null
      drafts.delete(id)
      const was = held(id)
      const isKept = shelf === 'mine' || shelf === 'shared'
      const places = isKept ? [where(id, shelf), was ? onKey(was, shelf) : null].filter((one) => one !== null) : []
      const back = put(places.map((one) => [one, undefined]))
      take()
      return () => {
        back()
        if (draft) drafts.set(id, draft)
        take()
      }
    },
    refresh: take,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Those on digits first, by the kind of alert and by the digit. */
const placeOf = ({ use, key }: EditorRow) => (key ? `${kindClosedBy(use) === 'account' ? 1 : 0}${key}` : 'x')
