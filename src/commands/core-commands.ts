/** The commands of the command layer itself. */
import { all, flag, inOverlay, not } from '#src/commands/dispatcher/when.ts'
import { defineCommand, type Command } from './command.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    core: {
      app: 'palette' | 'help' | 'printKeys' | 'undo' | 'redo' | 'repeat'
    }
  }
}

const overPage = inOverlay('none', 'drawer', 'alert')
// in a text the browser's own undo is meant
const outsideText = all(overPage, not(flag('typing')))

export const coreCommands: readonly Command[] = [
  defineCommand({
    id: 'app.palette',
    title: 'Search or command',
    group: 'App',
    hidden: true,
    when: inOverlay('none', 'drawer', 'alert', 'palette'),
    keys: ['mod+k'],
    run: (c) => c.actions.palette(),
  }),
  defineCommand({
    id: 'app.help',
    title: 'Keyboard shortcuts',
    group: 'App',
    keywords:
      'help, shortcuts, hotkeys, keys, keybindings, key bindings, key map, cheat sheet, cheatsheet, keyboard help, what can i press, commands, manual, how to, support',
    when: inOverlay('none', 'drawer', 'alert', 'help'),
    keys: ['?', 'f1'],
    run: (c) => c.actions.help(),
  }),
  defineCommand({
    id: 'app.printKeys',
    title: 'Print the keys on one page',
    shortTitle: 'Print keys',
    group: 'App',
    hidden: true,
    when: inOverlay('help'),
    keys: ['mod+p'],
    run: () => window.print(),
  }),
  defineCommand({
    id: 'app.undo',
    title: 'Undo',
    group: 'App',
    keywords: 'withdraw, revert, take back, oops, cancel last, restore, roll back, unsend, ctrl z',
    when: outsideText,
    keys: ['z', 'mod+z'],
    run: (c) => c.actions.undo(),
  }),
  defineCommand({
    id: 'app.redo',
    title: 'Redo',
    group: 'App',
    keywords: 'redo, do again, reapply, ctrl y',
    when: outsideText,
    keys: ['shift+z', 'mod+shift+z'],
    run: (c) => c.actions.redo(),
  }),
  defineCommand({
    id: 'app.repeat',
    title: 'Repeat the last action',
    shortTitle: 'Repeat',
    group: 'App',
    keywords: 'again, same again, redo last, do the same, last action, repeat last',
    // not over words that are being written
    when: inOverlay('none', 'alert'),
    keys: ['.', 'f4'],
    run: (c) => c.actions.repeat(),
  }),
]
