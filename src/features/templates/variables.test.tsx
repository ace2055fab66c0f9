import { act, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { VariableButtons } from './variables.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Form() {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('Dear , hello')
  return (
    <>
      <textarea ref={area} value={text} onChange={({ target }) => setText(target.value)} />
      <VariableButtons names={['customer.name']} area={area} />
      <output>{text}</output>
    </>
  )
}

test('a variable is inserted at the caret, which moves behind it', async () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () => root.render(<Form />))
  const area = host.querySelector('textarea')!
  area.setSelectionRange(5, 5)
  await act(async () => host.querySelector('button')!.click())
  expect(host.querySelector('output')!.textContent).toBe('Dear {{customer.name}}, hello')
  expect([document.activeElement, area.selectionStart]).toEqual([area, 22])
  await act(async () => root.unmount())
})
