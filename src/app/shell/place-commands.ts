// Moving between pages and panes, and how they look: commands that no first row waits for.
import { copyText } from '#src/commands/copy-text.ts'
import { defineCommand, type Command, type CommandId } from '#src/commands/command.ts'
import { inOverlay } from '#src/commands/dispatcher/when.ts'
import { stepPane } from '#src/commands/list/panes.ts'
import { appearance } from '#src/ui/appearance.ts'

const pane = (id: CommandId, title: string, key: string, direction: 1 | -1): Command =>
  defineCommand({
    id,
    title,
    group: 'Navigate',
    keywords: 'region, landmark, focus',
    keys: [key],
    run: () => stepPane(direction),
  })

/** The commands over any page. */
export function placeCommands(): readonly Command[] {
  return [
    pane('app.nextPane', 'Next pane', 'f6', 1),
    pane('app.previousPane', 'Previous pane', 'shift+f6', -1),
    defineCommand({
      id: 'app.print',
      title: 'Print this page',
      group: 'App',
      keywords:
        'print, printer, print case, pdf, save as pdf, export pdf, hard copy, paper, printout, print page, for the file, for the regulator',
      when: inOverlay('none', 'drawer', 'alert'),
      keys: ['mod+p'],
      run: () => window.print(),
    }),
    defineCommand({
      id: 'app.copyLink',
      title: 'Copy a link to this page',
      shortTitle: 'Copy link to page',
      group: 'App',
      keywords: 'copy link, copy url, url, share, share page, address, permalink, send link, share view, bookmark link',
      keys: ['g shift+k'],
      run: (c) => copyText(c, location.href, 'Copied the link to this page'),
    }),
    defineCommand({
      id: 'nav.back',
      title: 'Back',
      group: 'Navigate',
      keywords: 'go back, previous page, previous screen, return, history back, last page',
      keys: ['g b'],
      run: () => history.back(),
    }),
    defineCommand({
      id: 'nav.forward',
      title: 'Forward',
      group: 'Navigate',
      keywords: 'go forward, next page, next screen, history forward',
      keys: ['g f'],
      run: () => history.forward(),
    }),
    defineCommand({
      id: 'view.density',
      title: 'Change density',
      shortTitle: 'Density',
      group: 'View',
      keywords: 'compact, comfortable, row height, dense, spacing, rows, smaller, bigger, line height, zoom',
      keys: [','],
      run: () => appearance.setDensity(appearance.density() === 'dense' ? 'comfortable' : 'dense'),
    }),
  ]
}
