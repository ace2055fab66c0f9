// The commands of the frame: where to go, how it looks, and the session.
import { platformChoices } from '#contract/model/platform.ts'
import { defineArg, defineCommand, emptyPlan, type Command, type CommandId, type Ctx } from '#src/commands/command.ts'
import { stepPane } from '#src/commands/panes.ts'
import type { Registry } from '#src/commands/registry.ts'
import { flag, inOverlay, type When } from '#src/commands/when.ts'
import { countOf } from '#src/format/count.ts'
import { currentPlatform } from '#src/features/session/platform.ts'
import type { Unsettled } from '#src/features/session/sign-out.ts'
import type { Session } from '#src/features/session/session.ts'
import { appearance, type Theme } from '#src/ui/appearance.ts'
import { language, LANGUAGES, type Language } from './languages.ts'
import { switchPath } from './platform-switch.ts'
import { adminPath, type ScreenRoute } from './routes.tsx'

/** What these commands ask the window. */
export interface ShellPort {
  session(): Session | undefined
  /** The screen in front. */
  screen(): ScreenRoute | undefined
  /** What the commands become. */
  registry(): Registry
  /** Loads the page again, in the new version where one waits. */
  reload(): Promise<void>
  /** What is on this device and not on the server. */
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
  { id: 'nav.customers', title: 'Clients', path: 'customers/', keys: ['g u'], keywords: ['customers'] },
  { id: 'nav.rules', title: 'Rules', path: 'rules/', keys: ['g r'], keywords: ['monitoring'] },
  { id: 'nav.allowlists', title: 'Allow lists', path: 'allowlists', keys: ['g w'], keywords: ['whitelist'] },
  { id: 'nav.reports', title: 'Data', path: 'reports', keys: ['g d'], keywords: ['reports', 'csv', 'export'] },
  { id: 'nav.dashboard', title: 'Dashboard', path: 'dashboard/', keys: ['g h'], keywords: ['metrics'], when: admin },
  { id: 'nav.contracts', title: 'Contracts', path: 'contracts/', keys: ['g t'], when: admin },
  { id: 'nav.test', title: 'Test page', path: 'test/', when: admin },
  {
    id: 'nav.model-settings',
    title: 'Model Setting',
    path: 'model-setting',
    keys: ['g s'],
    keywords: ['configuration'],
  },
  {
    id: 'nav.forms',
    title: 'SAR and EDD forms',
    path: 'forms/sar',
    keys: ['g e'],
    keywords: ['suspicious activity report', 'enhanced due diligence', 'document forms'],
  },
  {
    id: 'nav.zoho-form',
    title: 'zoho-form',
    path: 'zoho-form',
    keys: ['g z'],
    keywords: ['ticket templates', 'helpdesk', 'letters'],
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

const goTo = ({ id, title, path, ...rest }: Place): Command =>
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

const choice = <V extends string>(prompt: string, options: readonly { value: V; title: string }[], present: () => V) =>
  defineArg({
    name: 'choice',
    type: 'choice',
    prompt: () => prompt,
    source: () => options.map(({ value, title }) => ({ id: value, value, title })),
    default: present,
  })

const THEMES: readonly { value: Theme; title: string }[] = [
  { value: 'system', title: 'As the system' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
]
const languageOptions = Object.entries(LANGUAGES).map(([value, { language: title }]) => ({
  value: value as Language,
  title,
}))

export function createShellCommands(port: ShellPort): readonly Command[] {
  const platformArg = defineArg({
    name: 'platform',
    type: 'platform',
    prompt: () => 'Switch platform to',
    source: () =>
      platformChoices(port.session()?.platforms ?? []).map(({ name, label, code }) => ({
        id: name,
        value: name,
        title: label,
        detail: code,
      })),
    default: currentPlatform,
  })

  return [
    ...PLACES.map(goTo),
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
      id: 'app.switch-platform',
      title: 'Switch platform…',
      group: 'Navigate',
      keys: ['g p'],
      args: [platformArg],
      run: (c, { platform }) => {
        if (platform === currentPlatform()) return
        c.ports.navigate(adminPath(platform, switchPath(port.screen())))
      },
    }),
    defineCommand({
      id: 'view.theme',
      title: 'Theme…',
      group: 'View',
      keywords: ['dark', 'light', 'colours'],
      args: [choice('Theme', THEMES, appearance.theme)],
      run: (_, { choice: theme }) => appearance.setTheme(theme),
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
      id: 'app.language',
      title: 'Language…',
      group: 'App',
      keywords: ['français', 'english'],
      args: [choice('Language', languageOptions, language.get)],
      run: (_, { choice: chosen }) => language.set(chosen),
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
      id: 'app.clear-cache',
      title: 'Clear Cache',
      group: 'App',
      keywords: ['reload', 'cookies'],
      // what is not sent survives it; who clears it to be rid of that is told so
      plan: () => {
        const { unsent, stuck } = port.unsettled()
        const kept = unsent + stuck
        return kept === 0
          ? emptyPlan
          : {
              ...emptyPlan,
              confirm: `Clear the cache. ${countOf(kept, 'decision')} not sent yet ${kept === 1 ? 'stays' : 'stay'} here, sealed`,
            }
      },
      undo: { kind: 'none' },
      audit: 'none',
      // it takes away what opens the window without a network, and the session
      offline: 'block',
      gathers: false,
      otherwise: () => {
        port.clearCache()
        return {}
      },
    }),
    defineCommand({
      id: 'app.update',
      title: 'Reload, into the new version where there is one',
      shortTitle: 'Reload',
      group: 'App',
      keywords: ['update', 'upgrade'],
      run: () => void port.reload(),
    }),
    defineCommand({
      id: 'app.logout',
      title: 'Logout',
      group: 'App',
      keywords: ['sign out', 'leave'],
      run: (c) => c.ports.navigate('/logout'),
    }),
  ]
}
