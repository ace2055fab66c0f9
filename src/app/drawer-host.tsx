import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import { Overlay } from '#src/commands/overlay.tsx'
import { closeDrawer, drawerStore } from '#src/ui/drawer-store.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { DRAWERS, type DrawerEntry, type DrawerProps } from './drawers.ts'
import { loadScreen } from './load-screen.ts'
import { NotBuilt } from './not-built.tsx'

const [Drawer, loadDrawer] = lazyPart(() => loadScreen(() => import('#src/ui/drawer.tsx').then((m) => m.Drawer)))

type Content = readonly [part: ComponentType<DrawerProps>, fetch: () => Promise<void>]

function contentOf({ load, title }: DrawerEntry): Content {
  if (load) return lazyPart(() => loadScreen(load))
  return [({ value }) => <NotBuilt title={title(value)} />, () => Promise.resolve()]
}

const CONTENTS: Record<string, Content> = Object.fromEntries(
  Object.entries(DRAWERS).map(([name, entry]) => [name, contentOf(entry)]),
)

/** Fetches all of them; for when the first screen is drawn. */
export const preloadDrawers = () => Promise.all([loadDrawer(), ...Object.values(CONTENTS).map(([, fetch]) => fetch())])

export function DrawerHost() {
  const { isOpen, name, value, size } = useStore(drawerStore)
  const entry = DRAWERS[name]
  const [Content] = CONTENTS[name] ?? []
  if (!isOpen || !entry || !Content) return null
  return (
    <Overlay key={name} onMissing={closeDrawer}>
      <Drawer title={entry.title(value)} size={size} onClose={closeDrawer} context={entry.context}>
        <Content value={value} onClose={closeDrawer} />
      </Drawer>
    </Overlay>
  )
}
