/** The commands of documents: the viewer, and the files of drawers and forms. */
import { type Command, defineArg, defineCommand } from '#src/commands/command.ts'
import { documentCommands } from './commands.ts'
import { filesOnForms, formAction, type ShownFile } from '#src/commands/dispatcher/active-form.ts'
import { all, any, inOverlay, inView } from '#src/commands/dispatcher/when.ts'

const fileCommands: readonly Command[] = [
  defineCommand({
    id: 'document.attach',
    title: 'Attach a file…',
    group: 'Triage',
    keywords: 'upload, evidence, add file, attachment, attach, add document, paperclip, browse, choose file, scan',
    when: inOverlay('drawer', 'alert'),
    keys: ['e'],
    calls: [],
    disabledReason: () => (formAction('attach') ? null : 'Nothing here takes a file'),
    run: () => formAction('attach')?.(),
  }),
  defineCommand({
    id: 'document.saveFile',
    title: 'Save a file that is shown…',
    shortTitle: 'Save a file…',
    group: 'Customer',
    keywords: 'download, attachment, signed copy, save attachment, download file, get file',
    when: any(inOverlay('drawer', 'alert'), all(inView('form'), inOverlay('none'))),
    keys: ['shift+d'],
    calls: [],
    disabledReason: () => (filesOnForms().length > 0 ? null : 'No file is shown'),
    args: [
      defineArg<'file', ShownFile>({
        name: 'file',
        type: 'choice',
        prompt: () => 'Save',
        source: () => filesOnForms().map((file, index) => ({ id: String(index), value: file, title: file.name })),
      }),
    ],
    run: (_, { file }) => void file.save(),
  }),
]

export const commands = (): readonly Command[] => [...documentCommands(), ...fileCommands]
