// The frame around every screen of the workbench: bar, loading line, screen, status line, drawer.
import { useIsFetching } from '@tanstack/react-query'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { CommandOverlays, preloadOverlays } from '#src/commands/palette-host.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { isAdministrator, isDocumentAdmin, useSession } from '#src/features/session/session.ts'
import { LoadingBar } from '#src/ui/loading-bar.tsx'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { AssistantButton } from './assistant-button.tsx'
import { DrawerHost, preloadDrawers } from './drawer-host.tsx'
import { screenOf } from './routes.tsx'
import { StatusLine } from './status-line.tsx'
import { TopBar } from './top-bar.tsx'

export function Shell() {
  const { profile } = useSession()
  const isAdmin = isAdministrator(profile)
  const isDocAdmin = isDocumentAdmin(profile)
  const { context } = useCommandLayer()
  const screen = useMatches({ select: screenOf })
  const isNavigating = useRouterState({ select: (state) => state.isLoading })
  const isFetching = useIsFetching({ predicate: (query) => query.state.data === undefined }) > 0
  const view = screen?.view ?? null

  // before any list of the screen says that it is there
  useLayoutEffect(
    () => context.set({ view, admin: isAdmin, docAdmin: isDocAdmin }),
    [context, view, isAdmin, isDocAdmin],
  )

  useEffect(() => fetchAhead(() => Promise.all([preloadOverlays(), preloadDrawers()])), [])

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
