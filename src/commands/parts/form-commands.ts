/** The keys of forms and texts (docs/design/interaction.md#keymap). */
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { filesInFront, inFront, type ShownFile } from '#src/commands/dispatcher/active-form.ts'
import { all, any, flag, inOverlay, inView } from '#src/commands/dispatcher/when.ts'

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
    disabledReason: () => (inFront('submit') ? null : 'Nothing is being written'),
    run: () => inFront('submit')?.(),
  }),
  defineCommand({
    id: 'dialog.submitAndStay',
    title: 'Save it, and write another',
    shortTitle: 'Save, and another',
    group: 'App',
    keywords: 'save and add another, next, save and new, save and continue',
    when: inForm,
    keys: ['mod+shift+enter'],
    disabledReason: () => (inFront('submitAndStay') ? null : 'This form saves one entry'),
    run: () => inFront('submitAndStay')?.(),
  }),
  defineCommand({
    id: 'document.attach',
    title: 'Attach a file…',
    group: 'Triage',
    keywords: 'upload, evidence, add file, attachment, attach, add document, paperclip, browse, choose file, scan',
    when: inOverlay('drawer', 'alert'),
    keys: ['e'],
    offline: 'block',
    disabledReason: () => (inFront('attach') ? null : 'Nothing here takes a file'),
    run: () => inFront('attach')?.(),
  }),
  defineCommand({
    id: 'document.saveFile',
    title: 'Save a file that is shown…',
    shortTitle: 'Save a file…',
    group: 'Customer',
    keywords: 'download, attachment, signed copy, save attachment, download file, get file',
    when: any(inOverlay('drawer', 'alert'), all(inView('form'), inOverlay('none'))),
    keys: ['shift+d'],
    offline: 'block',
    disabledReason: () => (filesInFront().length > 0 ? null : 'No file is shown'),
    args: [
      defineArg<'file', ShownFile>({
        name: 'file',
        type: 'choice',
        prompt: () => 'Save',
        source: () => filesInFront().map((file, index) => ({ id: String(index), value: file, title: file.name })),
      }),
    ],
    run: (_, { file }) => void file.save(),
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
