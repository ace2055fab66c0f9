/**
 * The current templates and macros of the platform: the user's own before shared ones, those before built-in ones. One
 * per window; `app` sets the user once.
 */
import {
  isOnDigits,
  kindClosedBy,
  MACRO_KEYS,
  macroId,
  type AlertKind,
  type ClosingUse,
} from '#contract/model/templates/template.ts'
import type { MacroValue, TemplateValue } from '#contract/model/templates/template-value.ts'
import type { Held, UserStore } from '#src/data/user/user-store.ts'
import { DEFAULT_MACROS, DEFAULT_TEMPLATES, type Macro, type Template } from './defaults.ts'

/** The scope of a template: the user, the platform, or built-in. */
export type TemplateScope = 'mine' | 'shared' | 'built-in'

export interface TemplateSet {
  templates: readonly (Template & { shelf: TemplateScope })[]
  /** The digits by kind of alert, in order; a digit may be empty. */
  macros: Readonly<Record<AlertKind, readonly TemplateMacro[]>>
}

export interface TemplateMacro extends Macro {
  /** Assigned by a person. The others are defaults, which a template for a rule type may replace. */
  isPinned: boolean
}

const suggested = (macros: readonly Macro[]) => macros.map((one) => ({ ...one, isPinned: false }))

const builtIn: TemplateSet = {
  templates: DEFAULT_TEMPLATES.map((one) => ({ ...one, shelf: 'built-in' })),
  macros: { transaction: suggested(DEFAULT_MACROS.transaction), account: suggested(DEFAULT_MACROS.account) },
}

interface Source {
  user: Pick<UserStore, 'list' | 'subscribe' | 'version'>
  /** The platform that is worked on. */
  platform(): string
}

let source: Source | null = null
let known: { of: readonly unknown[]; book: TemplateSet } | null = null

/** Sets the user of these templates. */
export function connectTemplates(from: Source): void {
  source = from
  known = null
}

/** The book as it is now; the same object as long as nothing in it changed. */
export function readTemplates(): TemplateSet {
  if (!source) return builtIn
  const platform = source.platform()
  const of = [source.user.list('template', platform), source.user.list('macro', platform)] as const
  if (known?.of.every((part, index) => part === of[index])) return known.book
  known = { of, book: bind(...of) }
  return known.book
}

const listeners = new Set<() => void>()

/** Hears of whatever may change it. */
export function subscribeTemplates(listener: () => void): () => void {
  listeners.add(listener)
  const stop = source?.user.subscribe(listener)
  return () => {
    listeners.delete(listener)
    stop?.()
  }
}

/** Makes the book new: its templates can be filled from now on, and are shown again. */
export function renewTemplates(): void {
  known = null
  for (const listener of listeners) listener()
}

/** Puts the shelves over each other. */
export function bind(templates: readonly Held[], macros: readonly Held[]): TemplateSet {
  const shelves = new Map<string, Template & { shelf: TemplateScope }>(builtIn.templates.map((one) => [one.id, one]))
  for (const scope of ['shared', 'mine'] as const) {
    for (const { id, value } of templates.filter((one) => one.scope === scope)) {
      shelves.set(id, { ...(value as TemplateValue), id, shelf: scope })
    }
  }
  const pinned = new Map<string, MacroValue>()
  for (const scope of ['shared', 'mine'] as const) {
    for (const { id, value } of macros.filter((one) => one.scope === scope)) pinned.set(id, value as MacroValue)
  }
  moveMonitor(pinned)
  const digits = (kind: AlertKind): readonly TemplateMacro[] =>
    MACRO_KEYS.flatMap((key) => {
      const macro = pinned.get(macroId(kind, key))
      const template = macro && shelves.get(macro.templateId)
      // a key whose template is deleted, or on no digit, has its default
      if (!macro || !template || !isOnDigits(template.use) || kindClosedBy(template.use) !== kind)
        return builtIn.macros[kind].find((one) => one.key === key) ?? []
      const { title, templateId } = macro
      return { key, title, templateId, act: template.use as ClosingUse, reason: template.reason, isPinned: true }
    })
  return {
    templates: [...shelves.values()],
    macros: { transaction: digits('transaction'), account: digits('account') },
  }
}

/**
 * On account alerts "monitor" was on 7, which means an allow list on every other alert. A user's own wording moves to
 * 8, if that is free.
 */
function moveMonitor(pinned: Map<string, MacroValue>): void {
  const [from, to] = [macroId('account', '7'), macroId('account', '8')]
  const macro = pinned.get(from)
  if (macro?.templateId !== 'account-monitor') return
  pinned.delete(from)
  if (!pinned.has(to)) pinned.set(to, macro)
}
