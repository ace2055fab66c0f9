// Puts one window together: the data layer's ports, the router, the command layer. Nothing here draws.
import { createCommandLayer, type CommandLayer } from '#src/commands/layer.ts'
import type { Ports } from '#src/commands/ports.ts'
import type { Data } from '#src/data/data.ts'
import { sessionQuery } from '#src/features/session/session.ts'
import { allCommands } from './registry.ts'
import { createAppRouter, type AppRouter } from './router.tsx'
import { screenOf } from './routes.tsx'

export interface AppWindow {
  data: Data
  router: AppRouter
  layer: CommandLayer
}

function createPorts(data: Data, router: AppRouter): Ports {
  return {
    enqueue: (ops, meta) => ({ group: data.engine.enqueue(ops, meta) }),
    cancel: (group) => data.engine.cancel(group),
    pending: {
      get: (group) => {
        const progress = data.pending.group(group)
        return progress && { sentAt: null, ...progress }
      },
      subscribe: data.pending.subscribe,
    },
    search: () => Promise.resolve([]),
    navigate: (href) => void router.navigate({ href }),
    now: () => Date.now(),
    holdMs: () => 10_000,
    frecency: { get: () => Promise.resolve({}), put: () => {} },
  }
}

export function createAppWindow(data: Data): AppWindow {
  const router = createAppRouter({ data })
  const commands = allCommands({
    session: () => data.queries.getQueryData(sessionQuery(data.api).queryKey),
    screen: () => screenOf(router.state.matches),
    token: data.token,
  })
  return { data, router, layer: createCommandLayer({ commands, ports: createPorts(data, router) }) }
}
