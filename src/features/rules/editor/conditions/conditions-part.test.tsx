// The conditions of a rule by keyboard: a whole expression, its sentence, and a fault while it is typed.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { act, useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { RuleDraft } from '#contract/model/rules/rule.ts'
import { createCommandLayer } from '#src/commands/dispatcher/layer.ts'
import { useDispatcher } from '#src/commands/dispatcher/use-dispatcher.tsx'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { CommandProvider } from '#src/commands/provider.tsx'
import { DataProvider, type Data } from '#src/data/data.ts'
import type { Acts } from '#src/features/rules/acts.ts'
import { newBody, type Draft } from '#src/features/rules/editor/draft.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import type { Rules } from '#src/features/rules/rules.ts'
import { StatesProvider } from '#src/features/states.ts'
import type { FeatureStates } from '#src/features/define-feature.ts'
import { conditionCommands } from './condition-commands.ts'
import { ConditionsPart } from './conditions-part.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
Element.prototype.scrollIntoView ??= () => {}
// a place has no character that a quoted selector would need to escape
globalThis.CSS ??= { escape: (text: string) => text } as unknown as typeof CSS

const countries = [{ id: 'IR', value: 'Iran' }]
const reference = {
  find: () => undefined,
  list: (table: string) => (table === 'countries' ? countries : []),
  isLoaded: () => true,
  subscribe: () => () => {},
  load: async () => {},
}

let root: Root
let draft: Draft
let hasConditions: boolean
const written = () => draft.body.options.conditions

function openEditor() {
  const listeners = new Set<() => void>()
  const drafts = {
    read: () => draft,
    write(_: string, next: Draft) {
      draft = next
      listeners.forEach((listener) => listener())
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const store = createStore(() => ({ opened: { platform: 'paxum', id: null, now: undefined }, faults: [] }))
  const rules = { store, drafts, hasConditions: () => hasConditions } as unknown as Rules
  const api = {} as Data['api']
  const queries = new QueryClient()
  const put = (key: readonly unknown[], value: unknown) => queries.setQueryData(key, value)
  put(ruleQueries.types(api, 'transaction').queryKey, [])
  put(ruleQueries.comparisons(api).queryKey, [])
  put(ruleQueries.customerFields(api).queryKey, [])
  put(ruleQueries.transactionFields(api).queryKey, [])
  put(ruleQueries.configSets(api, 'paxum').queryKey, [])
  put(ruleQueries.ticketTemplates(api, 'paxum').queryKey, [])
  const acts = { draftOf: () => draft } as unknown as Acts
  const commands = conditionCommands({ data: { api, queries }, rules, acts, whyNotWrite: () => null })
  const layer = createCommandLayer({
    commands: [commands],
    ports: createFakePorts(),
    atoms: { view: 'rule' },
    platform: 'other',
  })
  function Editor() {
    useDispatcher()
    const { body } = useSyncExternalStore(drafts.subscribe, drafts.read)
    const handleChange = (next: RuleDraft) => drafts.write('', { ...draft, body: next })
    return <ConditionsPart body={body} onChange={handleChange} types={[]} />
  }
  root = createRoot(document.body.appendChild(document.createElement('main')))
  act(() =>
    root.render(
      <DataProvider value={{ reference, api, queries } as unknown as Data}>
        <QueryClientProvider client={queries}>
          <StatesProvider value={{ rules } as unknown as FeatureStates}>
            <CommandProvider layer={layer}>
              <Editor />
            </CommandProvider>
          </StatesProvider>
        </QueryClientProvider>
      </DataProvider>,
    ),
  )
}

/** Presses keys where the focus is, and lets the focus follow what is drawn then. */
async function press(...keys: KeyboardEventInit[]) {
  for (const init of keys) {
    await act(async () => {
      const at = document.activeElement ?? document.body
      at.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
      await new Promise(requestAnimationFrame)
    })
  }
}
const edit = (key: string) => press({ key: 'e', code: 'KeyE', ctrlKey: true }, { key, code: `Key${key.toUpperCase()}` })
const enter: KeyboardEventInit = { key: 'Enter', code: 'Enter' }

async function type(value: string) {
  const field = document.activeElement
  const isList = field instanceof HTMLSelectElement
  const owner = isList ? HTMLSelectElement.prototype : HTMLInputElement.prototype
  await act(async () => {
    Object.getOwnPropertyDescriptor(owner, 'value')!.set!.call(field, value)
    field?.dispatchEvent(new Event(isList ? 'change' : 'input', { bubbles: true }))
  })
}
const name = () => document.activeElement?.getAttribute('aria-label')
/** On by Tab, to the control of that name. */
async function tabTo(label: string) {
  const stops = [...document.querySelectorAll<HTMLElement>('input, select, button')]
  const next = stops.slice(stops.indexOf(document.activeElement as HTMLElement) + 1)
  await act(async () => next.find((stop) => stop.getAttribute('aria-label') === label)?.focus())
  expect(name()).toBe(label)
}

beforeEach(() => {
  hasConditions = true
  draft = { base: null, body: newBody('paxum') }
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

test('an expression of facts and fields is written by keyboard alone, and told as a sentence', async () => {
  openEditor()
  await edit('c')
  expect(name()).toBe('Left side of condition 1')
  await type('Incoming, actual')
  await press(enter)
  await tabTo('Relation of condition 1')
  await type('gt')
  await tabTo('Right side of condition 1')
  await type('3')
  await edit('g')
  expect(name()).toBe('Left side of condition 2.1')
  await type('transactionCountry')
  await press(enter)
  await tabTo('Right side of condition 2.1')
  await type('IR')
  await press(enter, enter)
  expect(name()).toBe('Left side of condition 2.2')
  await type('Earlier payments with the counterparty')
  await press(enter)
  await tabTo('Relation of condition 2.2')
  await type('isNew')
  expect(written()).toEqual({
    all: [
      { left: { fact: 'activity.incomingRatio' }, is: 'gt', right: { value: 3 } },
      {
        any: [
          { left: { field: 'transactionCountry' }, is: 'eq', right: { value: 'IR' } },
          { left: { fact: 'counterparty.earlier' }, is: 'isNew' },
        ],
      },
    ],
  })
  expect(document.querySelector('section p.font-medium')?.textContent).toBe(
    'Incoming, actual to declared is more than 3 and (Country is IR or Earlier payments with the counterparty is 0: new).',
  )
  await edit('n')
  expect(document.querySelector('section p.font-medium')?.textContent).toContain('and not (Country is IR or')
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
})

test('a fault is told at its side while it is typed, and an empty side is none yet', async () => {
  openEditor()
  await edit('c')
  expect(document.querySelector('[data-invalid]')).toBeNull()
  await type('Incoming, actual')
  await press(enter)
  await tabTo('Right side of condition 1')
  await type('much')
  const marked = [...document.querySelectorAll('[aria-invalid]')].map((one) => one.getAttribute('aria-label'))
  expect(marked).toEqual(['Right side of condition 1'])
  expect(document.querySelector('[data-place="options.conditions.all.0"]')?.textContent).toContain(
    'is compared with a number, and is none',
  )
})

test('a server of the plain catalogue holds none, and says so', async () => {
  hasConditions = false
  openEditor()
  expect(document.body.textContent).toContain('This server holds no conditions')
  expect(document.querySelector('button')).toBeNull()
  await edit('c')
  expect(written()).toBeUndefined()
})
