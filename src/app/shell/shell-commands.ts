// The commands of the frame that a window needs from its start.
import { defineCommand, type Command } from '#src/commands/command.ts'
import type { Registry } from '#src/commands/registry.ts'
import type { Screen } from '#src/features/define-feature.ts'
import type { Session } from '#src/features/sign-in/session.ts'
import type { Unsettled } from '#src/features/sign-in/sign-out.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    shell: {
      app:
        | 'clear-cache'
        | 'copyLink'
        | 'language'
        | 'logout'
        | 'nextPane'
        | 'previousPane'
        | 'print'
        | 'sign-in'
        | 'switch-platform'
        | 'update'
      nav: 'back' | 'forward'
      view: 'density' | 'theme'
    }
  }
}

/** The parts of the window that these commands need. */
export interface ShellPort {
  session(): Session | undefined
  /** The current screen. */
  screen(): Screen | undefined
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

export function createShellCommands(port: ShellPort): readonly Command[] {
  return [
    defineCommand({
      id: 'app.sign-in',
      title: 'Sign in to go on',
      shortTitle: 'Sign in',
      group: 'App',
      keywords: 'log in, login, sign in, session expired, signed out, paused, authenticate, reconnect, continue',
      keys: ['g y'],
      calls: [],
      disabledReason: () => (port.isSignedOut() ? null : 'You are signed in'),
      run: () => port.signIn(),
    }),
    defineCommand({
      id: 'app.update',
      title: 'Reload, with the new version if there is one',
      shortTitle: 'Reload',
      group: 'App',
      keywords: 'reload, update, upgrade, new version, refresh page, restart, latest version, f5',
      run: () => void port.reload(),
    }),
  ]
}
