import { act, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useFormActions } from '#src/commands/dispatcher/active-form.ts'
import { createCommandLayer, type CommandLayer } from '#src/commands/dispatcher/layer.ts'
import { useDispatcher } from '#src/commands/dispatcher/use-dispatcher.tsx'
import { formCommands } from '#src/commands/parts/form-commands.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { CommandProvider } from '#src/commands/provider.tsx'
import { NoteField } from './note-field.tsx'
import type { NoteText } from './note-editing.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const offered = [
  { key: '1', template: { id: 'called', title: 'Called', gist: '', body: 'Called {{?name}}.', evidence: [] } },
]
const NO_FACTS = {}

let layer: CommandLayer
let root: Root
let submitted: string[]

function Form() {
  const form = useRef<HTMLFormElement>(null)
  const [note, setNote] = useState<NoteText>({ text: '', prompts: ['name'] })
  useDispatcher()
  useFormActions(form, { submit: () => submitted.push(note.text) })
  return (
    <form ref={form} data-kb-context="drawer">
      <NoteField label="Note" note={note} facts={NO_FACTS} offered={offered} onChange={setNote} />
      <button type="button">Cancel</button>
    </form>
  )
}

const field = () => document.querySelector('textarea')!
const isOffering = () => document.querySelector('[role=listbox]') !== null
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field(), text)
    field().setSelectionRange(text.length, text.length)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
/** True if it was left to the browser. */
function press(key: string, held: KeyboardEventInit = {}, on: Element = field()): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
  act(() => void on.dispatchEvent(event))
  return !event.defaultPrevented
}
const ctrl = { ctrlKey: true }

beforeEach(() => {
  submitted = []
  layer = createCommandLayer({ commands: [formCommands], ports: createFakePorts(), platform: 'other' })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root.render(
      <CommandProvider layer={layer}>
        <Form />
      </CommandProvider>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

test('the keys that send are those of the command, anywhere in the drawer', () => {
  type('Words')
  expect([press('Enter', ctrl), press('s', ctrl)]).toEqual([false, false])
  press('Enter', ctrl, document.querySelector('button')!)
  expect(submitted).toEqual(['Words', 'Words', 'Words'])
  act(() => layer.registry.rebind({ overrides: { 'dialog.submit': ['mod+e'] } }))
  expect([press('Enter', ctrl), press('e', ctrl)]).toEqual([true, false])
  expect(submitted).toHaveLength(4)
})

test('the form below a dialog is not sent from it', () => {
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.dataset['kbContext'] = 'dialog'
  dialog.tabIndex = 0
  press('Enter', ctrl, dialog)
  expect(submitted).toEqual([])
})

test('a semicolon offers templates until another key is chosen, which then does', () => {
  expect(press(';')).toBe(true)
  type('so ;')
  expect(isOffering()).toBe(true)
  expect(press('j', ctrl)).toBe(false)
  act(() => layer.registry.rebind({ overrides: { 'dialog.snippet': ['\\', 'mod+y'] } }))
  type('and ;')
  expect(isOffering()).toBe(false)
  type('a\\')
  expect(press('\\')).toBe(true)
  type('a ')
  expect(press('\\')).toBe(false)
  expect(field().value).toBe('a ;')
  expect(field().selectionStart).toBe(3)
  expect(isOffering()).toBe(true)
  expect(document.body.textContent).toContain('\\ inserts a template')
})

test('text typed right after inserting a template fills its first slot', () => {
  type('so ;')
  expect(press('1')).toBe(false)
  expect(field().value).toBe('so Called [name].')
  expect([field().selectionStart, field().selectionEnd]).toEqual([10, 16])
})

test('the key for the next slot leaves the field where there is none', () => {
  type('Called [name]')
  field().setSelectionRange(0, 0)
  expect(press('Tab')).toBe(false)
  type('Called Ada')
  expect(press('Tab')).toBe(true)
  act(() => layer.registry.rebind({ overrides: { 'dialog.nextField': ['mod+y'] } }))
  type('Called [name]')
  field().setSelectionRange(0, 0)
  expect([press('Tab'), press('y', ctrl)]).toEqual([true, false])
})
