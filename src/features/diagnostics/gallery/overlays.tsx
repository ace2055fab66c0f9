// Overlays of the page: each is closed at first, and a button opens it.
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { Drawer } from '#src/ui/overlay/drawer.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#src/ui/overlay/menu.tsx'
import type { Entries } from './entry.ts'

const DENSITIES = [
  { value: 'dense', label: 'Dense', detail: '28 px' },
  { value: 'comfortable', label: 'Comfortable' },
] as const

interface OpenerProps {
  name: string
  children: (close: () => void) => ReactNode
}

function Opener({ name, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the {name}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

const Name = () => (
  <Field label="Name" hint="It has the focus.">
    <TextInput />
  </Field>
)

function Dialogs() {
  return (
    <div className="flex flex-wrap gap-2">
      {(['narrow', 'wide'] as const).map((width) => (
        <Opener key={width} name={`${width} dialog`}>
          {(close) => (
            <Dialog
              title={`Example of a ${width} dialog`}
              description="Escape closes it."
              width={width}
              onClose={close}
              actions={
                <>
                  <Button onClick={close}>Cancel</Button>
                  <Button variant="primary" onClick={close}>
                    Save
                  </Button>
                </>
              }
            >
              <Name />
            </Dialog>
          )}
        </Opener>
      ))}
    </div>
  )
}

function ExampleMenu() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [density, setDensity] = useState<(typeof DENSITIES)[number]['value']>('dense')
  const close = () => setOpen(false)
  return (
    <>
      <Button ref={anchor} aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Open the menu
      </Button>
      {isOpen && (
        <Menu anchor={anchor} label="Example menu" onClose={close}>
          <MenuItem onSelect={close} keys={['g', 'c']}>
            With a key
          </MenuItem>
          <MenuItem onSelect={close} detail="detail">
            With a detail
          </MenuItem>
          <MenuItem onSelect={close} disabled>
            Disabled
          </MenuItem>
          <MenuSeparator />
          <MenuChoice label="Density of the example" value={density} choices={DENSITIES} onChange={setDensity} />
        </Menu>
      )}
    </>
  )
}

export const OVERLAYS: Entries = {
  'overlay/dialog.tsx': { title: 'Dialog', States: Dialogs },
  'overlay/drawer.tsx': {
    title: 'Drawer',
    States: () => (
      <Opener name="drawer">
        {(close) => (
          <Drawer title="Example drawer" onClose={close}>
            <Name />
          </Drawer>
        )}
      </Opener>
    ),
  },
  'overlay/menu.tsx': { title: 'Menu', States: ExampleMenu },
}
