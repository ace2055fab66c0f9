import { lazy, Suspense, type ComponentType } from 'react'
import { useStore } from 'zustand'
import { closeDrawer, drawerStore } from '#src/ui/drawer-store.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { DRAWERS, type DrawerEntry, type DrawerProps } from './drawers.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { loadScreen } from './load-screen.ts'
import { NotBuilt } from './not-built.tsx'

const Drawer = lazy(() => loadScreen(() => import('#src/ui/drawer.tsx').then((m) => ({ default: m.Drawer }))))

function contentOf({ load, title }: DrawerEntry): ComponentType<DrawerProps> {
  if (load) return lazy(() => loadScreen(() => load().then((component) => ({ default: component }))))
  return ({ value }) => <NotBuilt title={title(value)} />
}

const CONTENTS: Record<string, ComponentType<DrawerProps>> = Object.fromEntries(
  Object.entries(DRAWERS).map(([name, entry]) => [name, contentOf(entry)]),
)

export function DrawerHost() {
  const { isOpen, name, value, size } = useStore(drawerStore)
  const entry = DRAWERS[name]
  const Content = CONTENTS[name]
  if (!isOpen || !entry || !Content) return null
  return (
    <ErrorBoundary key={name} fallback={null}>
      <Suspense fallback={null}>
        <Drawer title={entry.title(value)} size={size} onClose={closeDrawer}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Content value={value} onClose={closeDrawer} />
          </Suspense>
        </Drawer>
      </Suspense>
    </ErrorBoundary>
  )
}
