// The commands of the frame that no first screen waits for: the platform, how it looks and speaks, and leaving.
import { platformChoices } from '#contract/model/platform.ts'
import { language, LANGUAGES, type Language } from '#src/app/languages.ts'
import { defineArg, defineCommand, emptyPlan, type Command } from '#src/commands/command.ts'
import { adminPath } from '#src/features/admin-path.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import { countOf } from '#src/format/count.ts'
import { appearance, type Theme } from '#src/ui/appearance.ts'
import { switchPath } from './platform-switch.ts'
import type { ShellPort } from './shell-commands.ts'

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

export function sessionCommands(port: ShellPort): readonly Command[] {
  const platformArg = defineArg({
    name: 'platform',
    type: 'choice',
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
    defineCommand({
      id: 'app.switch-platform',
      title: 'Switch platform…',
      group: 'Navigate',
      line: 'platform, switch to, switch platform, tenant',
      keywords:
        'platform, change platform, switch tenant, change tenant, tenant, change company, company, brand, entity, other platform, workspace, switch workspace, institution, program, organisation, organization, business unit, client bank',
      keys: ['g p'],
      args: [platformArg],
      run: (c, { platform }) => {
        if (platform === currentPlatform()) return
        c.ports.navigate(adminPath(platform, switchPath(port.screen())))
      },
    }),
    defineCommand({
      id: 'view.theme',
      title: 'Appearance: light, dark or as the system…',
      shortTitle: 'Appearance…',
      group: 'View',
      line: 'theme, appearance',
      keywords:
        'dark, dark mode, light, light mode, night mode, day mode, theme, colours, colors, color scheme, appearance, contrast, skin, look, display, black, white, bright, system theme, settings',
      keys: ['g shift+c'],
      args: [choice('Appearance', THEMES, appearance.theme)],
      run: (_, { choice: theme }) => appearance.setTheme(theme),
    }),
    defineCommand({
      id: 'app.language',
      title: 'Language…',
      group: 'App',
      keywords: 'francais, english, french, translate, locale, locale settings, sprache, idioma, langue',
      args: [choice('Language', languageOptions, language.get)],
      run: (_, { choice: chosen }) => language.set(chosen),
    }),
    defineCommand({
      id: 'app.clear-cache',
      title: 'Clear Cache',
      group: 'App',
      keywords: 'reload, cookies, reset data, delete local data, reset, clear data, empty cache, storage, fix, clean',
      // unsent operations survive clearing, and the message says so
      plan: () => {
        const { unsent, stuck } = port.unsettled()
        const kept = unsent + stuck
        return kept === 0
          ? emptyPlan
          : {
              ...emptyPlan,
              confirm: `Clear the cache. ${countOf(kept, 'decision')} not sent yet ${kept === 1 ? 'stays' : 'stay'} here, encrypted`,
            }
      },
      undo: { kind: 'none' },
      audit: 'none',
      // it takes away what opens the window without a network, and the session
      calls: [],
      offline: 'block',
      gathers: false,
      otherwise: () => {
        port.clearCache()
        return {}
      },
    }),
    defineCommand({
      id: 'app.logout',
      title: 'Logout',
      group: 'App',
      keywords:
        'log out, log off, logoff, sign out, sign off, exit, quit, leave, switch user, change user, end my session, close app, bye',
      run: (c) => c.ports.navigate('/logout'),
    }),
  ]
}
