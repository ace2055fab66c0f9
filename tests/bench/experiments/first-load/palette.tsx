import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { createRoot } from 'react-dom/client'

export function Palette() {
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Popup>
          <Command shouldFilter={false}>
            <Command.Input />
            <Command.List>
              <Command.Item>Resolve</Command.Item>
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export function mount(): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Palette />)
}
