// An empty shell that uses each library of the first load as the product will, and loads the rest after its first paint.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient, useQuery } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { useHotkeys } from 'react-hotkeys-hook'
import { Workbox } from 'workbox-window'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'

/** Set by the build: true leaves for later what the first rows can do without. */
declare const LEAN: boolean

const Reply = z.object({ items: z.array(z.object({ id: z.string(), amount: z.number() })) })
const cursor = createStore(() => ({ at: 0 }))

function Queue() {
  const { data } = useQuery({
    queryKey: ['cases'],
    queryFn: async () => z.parse(Reply, await (await fetch('/cases')).json()),
  })
  useHotkeys('j', () => cursor.setState(({ at }) => ({ at: at + 1 })))
  return <Rows ids={data?.items.map(({ id }) => id) ?? []} />
}

const Rows = LEAN ? PlainRows : TooltipRows

function PlainRows({ ids }: { ids: string[] }) {
  return ids.map((id) => <div key={id}>{id}</div>)
}

function TooltipRows({ ids }: { ids: string[] }) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({ count: ids.length, getScrollElement: () => box.current, estimateSize: () => 24 })
  return (
    <div ref={box}>
      {rows.getVirtualItems().map((row) => (
        <Tooltip.Root key={row.key}>
          <Tooltip.Trigger>{ids[row.index]}</Tooltip.Trigger>
          <Tooltip.Portal>
            <Tooltip.Positioner>
              <Tooltip.Popup>{row.key}</Tooltip.Popup>
            </Tooltip.Positioner>
          </Tooltip.Portal>
        </Tooltip.Root>
      ))}
    </div>
  )
}

function Shell() {
  useEffect(() => {
    const later = requestAnimationFrame(() => {
      new Worker(new URL('./engine.ts', import.meta.url), { type: 'module' }).postMessage('open')
      void import('./palette.tsx').then(({ mount }) => mount())
    })
    return () => cancelAnimationFrame(later)
  }, [])
  return <Outlet />
}

const root = createRootRoute({ component: Shell })
const queue = createRoute({ getParentRoute: () => root, path: '/', component: Queue })
const detail = createRoute({
  getParentRoute: () => root,
  path: '/case/$id',
  component: lazyRouteComponent(() => import('./palette.tsx'), 'Palette'),
})
const router = createRouter({ routeTree: root.addChildren([queue, detail]) })
const persister = createSyncStoragePersister({ storage: localStorage })

createRoot(document.querySelector('#root') ?? document.body).render(
  <CSPProvider disableStyleElements>
    <PersistQueryClientProvider client={new QueryClient()} persistOptions={{ persister }}>
      <RouterProvider router={router} />
    </PersistQueryClientProvider>
  </CSPProvider>,
)
void new Workbox('/sw.js').register()
