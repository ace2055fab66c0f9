import { useEffect, useState } from 'react'
import { createAppWindow, type AppWindow } from './app-window.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { UpdateProvider } from '#src/app/shell/update.tsx'
import { useDispatcher } from '#src/commands/dispatcher/use-dispatcher.tsx'
import { CommandProvider } from '#src/commands/provider.tsx'
import { DataProvider } from '#src/data/data.ts'
import { StatesProvider } from '#src/features/states.ts'

export function App() {
  const [appWindow] = useState(createAppWindow)
  useEffect(() => appWindow.start(), [appWindow])
  return <Providers window={appWindow} />
}

/** Everything that is handed down, around the router. */
function Providers({ window: { data, layer, features, router, update } }: { window: AppWindow }) {
  return (
    <CSPProvider disableStyleElements>
      <DataProvider value={data}>
        <QueryClientProvider client={data.queries}>
          <CommandProvider layer={layer}>
            <Keys />
            <StatesProvider value={features.states}>
              <UpdateProvider value={update}>
                <RouterProvider router={router} />
              </UpdateProvider>
            </StatesProvider>
          </CommandProvider>
        </QueryClientProvider>
      </DataProvider>
    </CSPProvider>
  )
}

/** The one key listener. */
function Keys() {
  useDispatcher()
  return null
}
