// The frame around every screen of the workbench: bar, loading line, screen, status line, drawer.
import { useIsFetching } from '@tanstack/react-query'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CommandOverlays, preloadOverlays } from '#src/commands/palette-host.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { isAdministrator, isDocumentAdmin, useSession } from '#src/features/session/session.ts'
import { LoadingBar } from '#src/ui/loading-bar.tsx'
import { AssistantButton } from './assistant-button.tsx'
import { DrawerHost } from './drawer-host.tsx'
import { screenOf } from './routes.tsx'
import { StatusLine } from './status-line.tsx'
import { TopBar } from './top-bar.tsx'

/** After the first screen has been drawn, and again never. */
function whenIdle(run: () => Promise<unknown>): () => void {
  // a part that could not be fetched ahead is fetched when it is wanted, and says so then
  const start = () => void run().catch(() => undefined)
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(start, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(start, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}

export function Shell() {
  const { profile } = useSession()
  const isAdmin = isAdministrator(profile)
  const isDocAdmin = isDocumentAdmin(profile)
  const { context } = useCommandLayer()
  const screen = useMatches({ select: screenOf })
  const isNavigating = useRouterState({ select: (state) => state.isLoading })
  const isFetching = useIsFetching({ predicate: (query) => query.state.data === undefined }) > 0
  const view = screen?.view ?? null

  useEffect(() => context.set({ view, admin: isAdmin, docAdmin: isDocAdmin }), [context, view, isAdmin, isDocAdmin])

  useEffect(() => whenIdle(preloadOverlays), [])

  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[50px_minmax(0,1fr)_28px]">
      <header data-pane className="grid grid-rows-[44px_6px]">
        <TopBar section={screen?.section ?? null} />
        <LoadingBar isLoading={isNavigating || isFetching} />
      </header>
      <main
        tabIndex={-1}
        data-pane
        data-kb-context={view ?? undefined}
        className="relative min-h-0 overflow-hidden outline-none"
      >
        <h1 className="sr-only">{screen?.title}</h1>
        <Outlet />
        {isAdmin && <AssistantButton />}
      </main>
      <StatusLine />
      <DrawerHost />
      <CommandOverlays />
    </div>
  )
}
