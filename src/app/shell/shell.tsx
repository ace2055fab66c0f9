// The frame around every screen of the workbench: bar, loading line, screen, status line, drawer.
import { useIsFetching } from '@tanstack/react-query'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { screenOf } from '#src/app/screens.tsx'
import { CommandOverlays, preloadOverlays } from '#src/commands/palette/command-overlays.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useIsOnline } from '#src/data/data.ts'
import { isAdministrator, isDocumentAdmin, useSession } from '#src/features/sign-in/session.ts'
import { LoadingBar } from '#src/ui/loading-bar.tsx'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { DrawerHost, preloadDrawers } from './drawer-host.tsx'
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
  // without a network there is nothing on its way
  const isOnline = useIsOnline()
  const view = screen?.view ?? null

  // before any list of the screen is registered
  useLayoutEffect(
    () => context.set({ view, admin: isAdmin, docAdmin: isDocAdmin }),
    [context, view, isAdmin, isDocAdmin],
  )

  useEffect(() => fetchAhead(() => Promise.all([preloadOverlays(), preloadDrawers()])), [])

  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <header data-pane className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_6px_auto]">
        <TopBar section={screen?.section ?? null} />
        <LoadingBar isLoading={isOnline && (isNavigating || isFetching)} />
      </header>
      <main
        tabIndex={-1}
        data-pane
        data-kb-context={view ?? undefined}
        // clipped, not hidden: what is hidden can still be scrolled away by the focus
        className="relative min-h-0 overflow-clip outline-none"
      >
        <h1 className="sr-only">{screen?.title}</h1>
        <Outlet />
      </main>
      <StatusLine />
      <DrawerHost />
      <CommandOverlays />
    </div>
  )
}
