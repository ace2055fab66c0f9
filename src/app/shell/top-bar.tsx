import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, Search } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ComponentType, type MouseEvent, type ReactNode } from 'react'
import { metrics } from '#contract/calls/metrics.ts'
import { hasRole } from '#contract/model/roles.ts'
import { loadScreen } from '#src/app/load-screen.ts'
import { TABS } from '#src/app/screens.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { adminPath } from '#src/features/admin-path.ts'
import type { Section } from '#src/features/define-feature.ts'
import { usePlatform } from '#src/features/sign-in/platform.ts'
import { useSession } from '#src/features/sign-in/session.ts'
import { formatCount } from '#src/format/count.ts'
import { ErrorBoundary } from '#src/ui/error-boundary.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import type { MenuProps } from './menu-props.ts'

// menus are opened after the first rows are there, so their parts stay out of the first load
const PlatformMenu = lazy(() =>
  loadScreen(() => import('./platform-menu.tsx').then((m) => ({ default: m.PlatformMenu }))),
)
const MoreMenu = lazy(() => loadScreen(() => import('./more-menu.tsx').then((m) => ({ default: m.MoreMenu }))))
const UserMenu = lazy(() => loadScreen(() => import('./user-menu.tsx').then((m) => ({ default: m.UserMenu }))))

/** The polling interval of the count of open cases. */
const COUNT_EVERY_MS = 60_000

export function TopBar({ section }: { section: Section | null }) {
  const { profile } = useSession()
  const platform = usePlatform()
  const name = platform?.name ?? ''

  return (
    <div className="flex flex-wrap items-center gap-x-1 bg-raised px-2">
      <nav aria-label="Sections" className="flex min-h-11 flex-wrap items-center">
        {/* among the tabs: where they wrap, it takes no row of its own */}
        <Mark />
        {TABS.filter(({ only }) => !only || hasRole(profile.roles, only)).map((tab) => (
          <Link
            key={tab.section}
            to={adminPath(name, tab.path)}
            aria-current={tab.section === section ? 'page' : undefined}
            className="nav-tab"
          >
            {tab.title}
          </Link>
        ))}
        <MenuButton label="More" menu={MoreMenu}>
          More
          <ChevronDown size={14} aria-hidden="true" />
        </MenuButton>
      </nav>
      {/* on a line of its own in narrow windows */}
      <div className="flex h-11 min-w-0 grow basis-60 items-center gap-1">
        <SearchBox />
        <PlatformButton />
        <UserButton fullName={profile.fullName} />
      </div>
    </div>
  )
}

/** The product's mark. Alt-click, in development builds only, takes the session to the local development server. */
function Mark() {
  const { token } = useData()
  const platform = usePlatform()
  const handleClick = (event: MouseEvent) => {
    if (!import.meta.env.DEV || !event.altKey) return
    event.preventDefault()
    location.assign(`http://localhost:5173/authorize?accessToken=${encodeURIComponent(token.get() ?? '')}`)
  }
  return (
    <Link
      to={adminPath(platform?.name ?? '', 'cases/')}
      aria-label="Docket"
      onClick={handleClick}
      className="mr-1 grid size-8 flex-none place-content-center rounded-md"
    >
      <img src="/icon.svg" alt="" width={22} height={22} />
    </Link>
  )
}

/** Looks like a field because that is what people look for; it opens the palette. */
function SearchBox() {
  const { registry, runner } = useCommandLayer()
  return (
    <div className="flex min-w-0 grow justify-center px-4 max-[820px]:px-1">
      <button
        type="button"
        aria-keyshortcuts={registry.ariaKeysOf('app.palette')}
        onClick={() => runner.execute('app.palette', { source: 'pointer' })}
        className="search-box"
      >
        <Search size={14} aria-hidden="true" className="flex-none" />
        <span className="min-w-0 grow truncate text-start">Search or command</span>
        <Kbd keys={registry.keyOf('app.palette') ?? []} />
      </button>
    </div>
  )
}

interface MenuButtonProps {
  label: string
  menu: ComponentType<MenuProps>
  children: ReactNode
}

function MenuButton({ label, menu: Menu, children }: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="button flex-none"
        data-variant="quiet"
      >
        {children}
      </button>
      {isOpen && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <Menu anchor={anchor} onClose={() => setIsOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

function PlatformButton() {
  const { api } = useData()
  const platform = usePlatform()
  const name = platform?.name ?? ''
  const { data } = useQuery({
    queryKey: ['metrics', 'platform', name],
    queryFn: ({ signal }) => api.send(metrics.platform, { params: { platform: name } }, { signal, quiet: true }),
    enabled: name !== '',
    refetchInterval: COUNT_EVERY_MS,
  })
  const count = data?.activeCases ?? 0
  const label = platform?.label ?? 'Platform'
  const spoken = count > 0 ? `Platform: ${label}, ${count} active cases` : `Platform: ${label}`
  return (
    <MenuButton label={spoken} menu={PlatformMenu}>
      <span>{label}</span>
      {count > 0 && <span className="text-muted">{formatCount(count)}</span>}
      <ChevronDown size={14} aria-hidden="true" className="text-muted" />
    </MenuButton>
  )
}

function initials(fullName: string): string {
  const words = fullName.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0).toUpperCase() ?? '').join('')
}

function UserButton({ fullName }: { fullName: string }) {
  return (
    <MenuButton label={`Account: ${fullName}`} menu={UserMenu}>
      <span className="avatar">{initials(fullName)}</span>
      <ChevronDown size={14} aria-hidden="true" className="text-muted" />
    </MenuButton>
  )
}
