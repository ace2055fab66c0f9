// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { keyInput } from '#src/commands/dispatcher/key-input.ts'
import { holdKeysFor } from '#src/commands/dispatcher/key-buffer.ts'
import { createCommandLayer } from '#src/commands/dispatcher/layer.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { CommandProvider } from '#src/commands/provider.tsx'
import { CommandsOff } from './vault-gate.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a key that waits for its command when the workbench is covered acts once the workbench is back', async () => {
  const layer = createCommandLayer({ commands: [], ports: createFakePorts() })
  const heard: string[] = []
  layer.gate.onRelease(({ key }) => void heard.push(key))
  const commandsCame = holdKeysFor(layer)
  layer.gate.hold(keyInput(new KeyboardEvent('keydown', { key: 'w', code: 'KeyW' })))
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <CommandProvider layer={layer}>
        <CommandsOff isOpening />
      </CommandProvider>,
    ),
  )
  expect(layer.context.read().overlay).toBe('dialog')
  commandsCame()
  expect(heard).toEqual([])
  await act(async () => root.unmount())
  expect(heard).toEqual(['w'])
})
