import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import { FEATURES } from '#src/app/features.ts'
import { loadScreen } from '#src/app/load-screen.ts'
import { drawersOf } from '#src/app/tables.ts'
import { Overlay } from '#src/commands/parts/overlay.tsx'
import type { DrawerProps } from '#src/features/define-feature.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { closeDrawer, drawerStore } from '#src/ui/overlay/drawer-store.ts'

const [Drawer, loadDrawer] = lazyPart(() =>
  loadScreen(() => import('#src/ui/overlay/drawer.tsx').then((m) => m.Drawer)),
)

const DRAWERS = drawersOf(FEATURES)

type Content = readonly [part: ComponentType<DrawerProps>, fetch: () => Promise<void>]

const CONTENTS: Record<string, Content> = Object.fromEntries(
  Object.entries(DRAWERS).map(([name, entry]) => [name, lazyPart(() => loadScreen(entry.load))]),
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
      <Drawer
        title={typeof entry.title === 'string' ? entry.title : entry.title(value)}
        size={size}
        onClose={closeDrawer}
        context={entry.context}
      >
        <Content value={value} onClose={closeDrawer} />
      </Drawer>
    </Overlay>
  )
}
