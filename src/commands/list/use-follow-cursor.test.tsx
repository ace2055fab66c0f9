import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { createCommandLayer } from '#src/commands/dispatcher/layer.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { CommandProvider } from '#src/commands/provider.tsx'
import { createListState } from './list-state.ts'
import { useFollowCursor } from './use-follow-cursor.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a drawer follows the cursor it was opened on, and keeps what was opened from elsewhere', () => {
  const state = createListState()
  state.refresh(arrayOrder(['A', 'B', 'C']))
  state.moveToId('A')
  const layer = createCommandLayer({ commands: [], ports: createFakePorts() })
  layer.context.pushList({ name: 'Alerts', state, noun: ['alert', 'alerts'], rowOf: () => undefined })
  const Drawer = ({ id }: { id: string }) => <p>{useFollowCursor(id)}</p>
  const host = document.createElement('div')
  const root = createRoot(host)
  act(() =>
    root.render(
      <CommandProvider layer={layer}>
        <Drawer id="A" />
        <Drawer id="C" />
      </CommandProvider>,
    ),
  )
  expect(host.textContent).toBe('AC')
  act(() => state.advance(['A']))
  expect(host.textContent).toBe('BC')
  act(() => root.unmount())
})
