/** The keys of forms and texts (docs/design/interaction.md#keymap). */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { formAction } from '#src/commands/dispatcher/active-form.ts'
import { all, flag, inOverlay } from '#src/commands/dispatcher/when.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    dialog: {
      dialog: 'nextField' | 'snippet' | 'submit' | 'submitAndStay'
    }
  }
}

const inForm = inOverlay('drawer', 'dialog')
const inText = all(flag('typing'), inOverlay('none', 'drawer', 'alert', 'dialog'))

export const formCommands: readonly Command[] = [
  defineCommand({
    id: 'dialog.submit',
    title: 'Save or send what is written',
    shortTitle: 'Save or send',
    group: 'App',
    keywords: 'submit, confirm, done, save, send, ok, apply, finish',
    when: inForm,
    keys: ['mod+enter', 'mod+s'],
    disabledReason: () => (formAction('submit') ? null : 'Nothing is being written'),
    run: () => formAction('submit')?.(),
  }),
  defineCommand({
    id: 'dialog.submitAndStay',
    title: 'Save it, and write another',
    shortTitle: 'Save, and another',
    group: 'App',
    keywords: 'save and add another, next, save and new, save and continue',
    when: inForm,
    keys: ['mod+shift+enter'],
    disabledReason: () => (formAction('submitAndStay') ? null : 'This form saves one entry'),
    run: () => formAction('submitAndStay')?.(),
  }),
  // the field of the note answers both itself: elsewhere they type or move the focus, as ever
  defineCommand({
    id: 'dialog.snippet',
    title: 'Insert a template into the note',
    shortTitle: 'Template into the note',
    group: 'App',
    hidden: true,
    when: inText,
    keys: [';', 'mod+j'],
    run: () => ({ announce: 'Templates go into the text of a note' }),
  }),
  defineCommand({
    id: 'dialog.nextField',
    title: 'Go to the next placeholder, or the next field',
    shortTitle: 'Next placeholder',
    group: 'App',
    hidden: true,
    when: inText,
    keys: ['tab'],
    run: () => ({ announce: 'Only notes have placeholders' }),
  }),
]
