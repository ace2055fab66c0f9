// Builds the router from the table: guards, platform resolution, lazy screens, and what follows every change of route.
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { hasRole } from '#contract/model/roles.ts'
import { resolvePlatform } from '#contract/model/platform.ts'
import { ErrorScreen } from '#src/app/shell/error-pages.tsx'
import { GuardedShell } from '#src/app/shell/guarded-shell.tsx'
import type { Data } from '#src/data/data.ts'
import { adminPath } from '#src/features/admin-path.ts'
import type { Page, Screen } from '#src/features/define-feature.ts'
import { readRedirect, storeAddPanel } from '#src/features/sign-in/add-panel.ts'
import { enterPlatform, homePlatform } from '#src/features/sign-in/platform.ts'
import { rememberPath } from '#src/features/sign-in/remembered-path.ts'
import { ensureSession, knownSession, type Session } from '#src/features/sign-in/session.ts'
import { loadScreen } from './load-screen.ts'
import { platformOfPath } from './platform-of-path.ts'
import { FIRST_SCREEN, isId, PAGES, SCREENS } from './screens.tsx'

interface RouterContext {
  data: Data
  /** Keeps the open work of a platform on this device from here on. */
  follow(platform: string): void
  /** Resolves when the commands of every screen are known. */
  allCommands(): Promise<void>
  /** Asks for the rows of the first screen, so that they are on their way while it is drawn. */
  showFirst(platform: string, search: object): void
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    screen?: Screen
  }
}

const toPattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, '$$$1')
const namesOf = (session: Session) => session.platforms.map(({ name }) => name)

function componentOf({ load }: Pick<Page, 'load'>) {
  return lazyRouteComponent(() => loadScreen(load).then((component) => ({ component })), 'component')
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: ErrorScreen,
  notFoundComponent: () => <Navigate to="/notFound" replace />,
})

interface Arrival {
  context: RouterContext
  location: { href: string }
}

/** A signed-in user, or one who has locked the workbench and sees the lock screen. */
const isKnown = (data: RouterContext['data']): boolean => data.token.get() !== null || knownSession(data) !== undefined

/** Home of who is signed in is the workbench. */
async function leaveHome({ context: { data } }: Arrival): Promise<void> {
  if (!isKnown(data)) return
  const platform = homePlatform(namesOf(await ensureSession(data)))
  throw redirect({ href: platform === '' ? '/notFound' : adminPath(platform, 'cases/'), replace: true })
}

/** A link from another system: note the transaction and open the cases of its platform. */
async function followRedirect(to: Arrival): Promise<void> {
  const panel = readRedirect(new URLSearchParams(location.search))
  if (!panel) return
  askSignIn(to)
  const allowed = namesOf(await ensureSession(to.context.data))
  const platform = panel.platform === '' ? homePlatform(allowed) : resolvePlatform(panel.platform, allowed)
  storeAddPanel({ ...panel, platform })
  throw redirect({ href: adminPath(platform, 'cases/'), replace: true })
}

/** An unauthenticated user signs in first, and returns here. */
function askSignIn({ context: { data }, location: here }: Arrival): void {
  if (isKnown(data)) return
  rememberPath(here.href)
  throw redirect({ href: '/', replace: true })
}

const GUARDS: Record<string, (to: Arrival) => void | Promise<void>> = {
  '/': leaveHome,
  '/redirect': followRedirect,
  '/open-doc/{uud}': askSignIn,
}

const top = PAGES.map((route) =>
  createRoute({
    getParentRoute: () => root,
    path: toPattern(route.path),
    component: componentOf(route),
    staticData: { title: route.title },
    ...(GUARDS[route.path] && { beforeLoad: GUARDS[route.path] }),
    // the only one of them that draws keys of commands
    ...(route.name === 'openDoc' && { loader: ({ context }) => context.allCommands() }),
  }),
)

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin/$platform',
  component: GuardedShell,
  beforeLoad: async ({ context, params, location: here }) => {
    const { data } = context
    askSignIn({ context, location: here })
    const session = await ensureSession(data)
    const platform = platformOfPath(params.platform, namesOf(session))
    if (platform === null) throw redirect({ href: '/notFound', replace: true })
    if (platform !== params.platform) throw redirect({ href: adminPath(platform, 'cases/'), replace: true })
    enterPlatform(platform)
    context.follow(platform)
    return { session }
  },
})

const adminIndex = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ href: adminPath(params.platform, 'cases/'), replace: true })
  },
})

const screens = SCREENS.map((route) =>
  createRoute({
    getParentRoute: () => admin,
    path: toPattern(route.path),
    component: componentOf(route),
    staticData: { title: route.title, screen: route },
    loader: ({ context, params, location: { search } }) => {
      if (route.name !== FIRST_SCREEN) return context.allCommands()
      return context.showFirst((params as Record<string, string>)['platform'] ?? '', search)
    },
    beforeLoad: ({ context, params }) => {
      const { platform, ...ids } = params as Record<string, string>
      // two free segments would match anything
      if (route.path.startsWith('{') && !Object.values(ids).every(isId))
        throw redirect({ href: '/notFound', replace: true })
      const { profile } = context.session
      if (route.only && !hasRole(profile.roles, route.only))
        throw redirect({ href: adminPath(platform ?? '', '403'), replace: true })
    },
  }),
)

const tree = root.addChildren([...top, admin.addChildren([adminIndex, ...screens])])

export type AppRouter = ReturnType<typeof createAppRouter>

export function createAppRouter(context: RouterContext) {
  const router = createRouter({
    routeTree: tree,
    context,
    defaultErrorComponent: ErrorScreen,
    trailingSlash: 'preserve',
    // a screen's own skeletons are better than a blank page
    defaultPendingMinMs: 0,
  })
  router.subscribe('onResolved', ({ toLocation }) => {
    rememberPath(toLocation.href)
    const title = router.state.matches.at(-1)?.staticData.title
    document.title = title ? `${title} - Docket` : 'Docket'
  })
  return router
}
