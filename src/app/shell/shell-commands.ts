// The commands of the frame: where to go, and what a window needs from its start.
import { adminPath, type ScreenRoute } from '#src/app/routes.tsx'
import { defineCommand, type Command, type CommandId, type Ctx } from '#src/commands/command.ts'
import { flag, inOverlay, type When } from '#src/commands/dispatcher/when.ts'
import { stepPane } from '#src/commands/list/panes.ts'
import type { Registry } from '#src/commands/registry.ts'
import { currentPlatform } from '#src/features/session/platform.ts'
import type { Session } from '#src/features/session/session.ts'
import type { Unsettled } from '#src/features/session/sign-out.ts'
import { appearance } from '#src/ui/appearance.ts'

/** What these commands need from the window. */
export interface ShellPort {
  session(): Session | undefined
  /** The current screen. */
  screen(): ScreenRoute | undefined
  /** The resulting commands. */
  registry(): Registry
  /** Loads the page again, in the new version where one waits. */
  reload(): Promise<void>
  /** Data that only this device has. */
  unsettled(): Unsettled
  /** The session is over, and sending waits for another one. */
  isSignedOut(): boolean
  signIn(): void
  clearCache(): void
}

interface Place {
  id: CommandId
  title: string
  path: string
  keys?: readonly string[]
  keywords?: readonly string[]
  when?: When
}

const admin = flag('admin')

const PLACES: readonly Place[] = [
  { id: 'nav.cases', title: 'Transactions', path: 'cases/', keys: ['g c'], keywords: ['cases', 'queue'] },
  {
    id: 'nav.account-alerts',
    title: 'Account alerts',
    path: 'account-alerts/',
    keys: ['g l'],
    keywords: ['customers with alerts'],
  },
  {
    id: 'nav.screening',
    title: 'Sanctions hits',
    path: 'screening/',
    keys: ['g x'],
    keywords: ['screening', 'sanctions', 'matches', 'watchlist'],
  },
  { id: 'nav.customers', title: 'Clients', path: 'customers/', keys: ['g u'], keywords: ['customers'] },
  { id: 'nav.rules', title: 'Rules', path: 'rules/', keys: ['g r'], keywords: ['monitoring'] },
  { id: 'nav.allowlists', title: 'Allow lists', path: 'allowlists', keys: ['g w'], keywords: ['whitelist'] },
  { id: 'nav.reports', title: 'Data', path: 'reports', keys: ['g d'], keywords: ['reports', 'csv', 'export'] },
  { id: 'nav.dashboard', title: 'Dashboard', path: 'dashboard/', keys: ['g h'], keywords: ['metrics'], when: admin },
  { id: 'nav.contracts', title: 'Contracts', path: 'contracts/', keys: ['g t'], when: admin },
  { id: 'nav.test', title: 'Test page', path: 'test/', when: admin },
  {
    id: 'nav.forms',
    title: 'SAR and EDD forms',
    path: 'forms/sar',
    keys: ['g e'],
    keywords: ['suspicious activity report', 'enhanced due diligence', 'document forms'],
  },
  {
    id: 'nav.templates',
    title: 'Templates',
    path: 'templates',
    keys: ['g m'],
    keywords: ['macros', 'snippets', 'notes'],
  },
  {
    id: 'nav.conflicts',
    title: 'Conflicts',
    path: 'conflicts',
    keys: ['g q'],
    keywords: ['not taken', 'not sent', 'dead letters', 'merge', 'theirs', 'mine'],
  },
  { id: 'nav.outbox', title: 'Outbox', path: 'outbox', keys: ['g o'], keywords: ['unsent', 'queued', 'failed'] },
]

const navigateTo = ({ id, title, path, ...rest }: Place): Command =>
  defineCommand({
    id,
    title: `Go to ${title}`,
    shortTitle: title,
    group: 'Navigate',
    ...rest,
    run: (c: Ctx) => c.ports.navigate(adminPath(currentPlatform(), path)),
  })

const pane = (id: CommandId, title: string, key: string, direction: 1 | -1): Command =>
  defineCommand({
    id,
    title,
    group: 'Navigate',
    keywords: ['region', 'landmark', 'focus'],
    keys: [key],
    run: () => stepPane(direction),
  })

export function createShellCommands(port: ShellPort): readonly Command[] {
  return [
    ...PLACES.map(navigateTo),
    pane('app.nextPane', 'Next pane', 'f6', 1),
    pane('app.previousPane', 'Previous pane', 'shift+f6', -1),
    defineCommand({
      id: 'nav.keyboard',
      title: 'Keyboard settings',
      group: 'App',
      keywords: ['shortcuts', 'keys', 'keymap', 'remap', 'preferences'],
      when: inOverlay('none', 'drawer', 'alert'),
      keys: ['mod+,'],
      run: (c) => c.ports.navigate(adminPath(currentPlatform(), 'settings/keyboard')),
    }),
    defineCommand({
      id: 'nav.back',
      title: 'Back',
      group: 'Navigate',
      keys: ['g b'],
      run: () => history.back(),
    }),
    defineCommand({
      id: 'nav.forward',
      title: 'Forward',
      group: 'Navigate',
      keys: ['g f'],
      run: () => history.forward(),
    }),
    defineCommand({
      id: 'view.density',
      title: 'Change density',
      shortTitle: 'Density',
      group: 'View',
      keywords: ['compact', 'comfortable', 'row height'],
      keys: [','],
      run: () => appearance.setDensity(appearance.density() === 'dense' ? 'comfortable' : 'dense'),
    }),
    defineCommand({
      id: 'app.sign-in',
      title: 'Sign in to go on',
      shortTitle: 'Sign in',
      group: 'App',
      keywords: ['session', 'signed out', 'paused'],
      keys: ['g y'],
      offline: 'block',
      disabledReason: () => (port.isSignedOut() ? null : 'You are signed in'),
      run: () => port.signIn(),
    }),
    defineCommand({
      id: 'app.update',
      title: 'Reload, with the new version if there is one',
      shortTitle: 'Reload',
      group: 'App',
      keywords: ['update', 'upgrade'],
      run: () => void port.reload(),
    }),
  ]
}
