/** The commands of the test page. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { goTo } from '#src/features/go-to.ts'
import { saveFile } from '#src/ui/save-file.ts'
import { makeBundle } from './facts.ts'

const onTestPage = inView('test')

export function commands(data: Data): Command[] {
  return [
    goTo({
      id: 'nav.test',
      title: 'Test page',
      path: 'test/',
      keywords: 'diagnostics, health, status, connection, debug, system check, self test, version, troubleshoot',
      when: flag('admin'),
    }),
    goTo({
      id: 'nav.gallery',
      title: 'Gallery of components',
      path: 'test/gallery',
      keywords: 'design system, ui, parts, buttons, fields, storybook, styleguide, look',
      when: flag('admin'),
    }),
    defineCommand({
      id: 'test.check',
      title: 'Check the connection and the device again',
      shortTitle: 'Check again',
      group: 'App',
      keywords: 'ping, refresh, reload, diagnostics, health, test connection, status, run checks',
      when: onTestPage,
      keys: ['g n', 'mod+enter'],
      run: (c) => {
        void data.connectivity.check().then(() => {
          void data.queries.invalidateQueries({ queryKey: ['diagnostics'] })
          c.actions.say(data.connectivity.isOnline() ? 'The server answers' : 'The server does not answer')
        })
      },
    }),
    defineCommand({
      id: 'test.bundle',
      title: 'Download a bundle for a bug report, without customer data',
      shortTitle: 'Download bundle',
      group: 'App',
      keywords:
        'diagnostics, support, export, report a bug, bug report, logs, send logs, problem, support bundle, troubleshoot',
      when: onTestPage,
      keys: ['shift+e'],
      run: (c) => {
        const now = c.ports.now()
        void makeBundle(data, now).then((text) => {
          saveFile(
            `docket-${new Date(now).toISOString().slice(0, 10)}.json`,
            new Blob([text], { type: 'application/json' }),
          )
          c.actions.say('Downloaded the bundle')
        })
      },
    }),
  ]
}
