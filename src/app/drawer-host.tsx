import { lazy, Suspense, type ComponentType } from 'react'
import { useStore } from 'zustand'
import { closeDrawer, drawerStore } from '#src/ui/drawer-store.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { DRAWERS } from './drawers.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { loadScreen } from './load-screen.ts'
import { NotBuilt } from './not-built.tsx'

const Drawer = lazy(() => loadScreen(() => import('#src/ui/drawer.tsx').then((m) => ({ default: m.Drawer }))))

type Content = ComponentType<{ value: unknown; onClose: () => void }>
const contents = new Map<string, Content>()

/** One lazy component a name, made when it is first opened. */
function contentOf(name: string, title: string): Content {
  const known = contents.get(name)
  if (known) return known
  const load = DRAWERS[name]?.load
  const content: Content = load
    ? lazy(() => loadScreen(() => load().then((component) => ({ default: component }))))
    : () => <NotBuilt title={title} />
  contents.set(name, content)
  return content
}

export function DrawerHost() {
  const { isOpen, name, value, size } = useStore(drawerStore)
  if (!isOpen) return null
  const title = DRAWERS[name]?.title(value) ?? name
  const Content = contentOf(name, title)
  return (
    <ErrorBoundary key={name} fallback={null}>
      <Suspense fallback={null}>
        <Drawer title={title} size={size} onClose={closeDrawer}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Content value={value} onClose={closeDrawer} />
          </Suspense>
        </Drawer>
      </Suspense>
    </ErrorBoundary>
  )
}
