/** Templates by keyboard: new, write, save, remove. */
import { changeHere, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inOverlay, inView } from '#src/commands/dispatcher/when.ts'
import { goTo } from '#src/features/go-to.ts'
import type { Templates } from './templates-context.ts'

const onScreen = inView('templates')
const onTemplate = all(onScreen, flag('hasCursor'))

/** The form of the screen; its first field takes the focus. */
const focusForm = () =>
  document.querySelector<HTMLElement>('[data-template-form] input, [data-template-form] textarea')?.focus()

/** The commands of the editor, which is there as soon as its screen is. */
export function templateCommands(templates: Templates): Command[] {
  const { mayShare } = templates
  const rowOf = (c: Ctx) => templates.editor?.rowOf(target(c))
  const target = (c: Ctx) => c.targets[0] ?? ''
  const title = (c: Ctx) => rowOf(c)?.title || 'the template'
  const notShared = (c: Ctx) =>
    rowOf(c)?.shelf === 'shared' && !mayShare() ? 'Only managers change what is shared' : null
  return [
    goTo({
      id: 'nav.templates',
      title: 'Templates',
      path: 'templates',
      keys: ['g m'],
      keywords:
        'macros, snippets, notes, canned responses, canned notes, note templates, quick replies, standard text, boilerplate, dispositions, reason codes, text blocks, saved replies',
    }),
    defineCommand({
      id: 'template.new',
      title: 'New template',
      group: 'View',
      keywords:
        'create, add, snippet, new macro, add template, new canned response, new note template, create template',
      when: onScreen,
      keys: ['c'],
      // its form takes the focus when it is drawn
      run: () => void templates.editor?.begin(),
    }),
    defineCommand({
      id: 'template.copy',
      title: (c) => `Copy ${title(c)}`,
      shortTitle: 'Copy',
      group: 'View',
      keywords: 'duplicate, clone, copy template, make a copy',
      when: onTemplate,
      keys: ['shift+c'],
      run: (c) => void templates.editor?.begin(target(c)),
    }),
    defineCommand({
      id: 'template.edit',
      title: (c) => `Write on ${title(c)}`,
      shortTitle: 'Edit',
      group: 'View',
      keywords: 'open, change, modify, edit text',
      when: onTemplate,
      keys: ['enter', 'o'],
      run: focusForm,
    }),
    defineCommand({
      id: 'template.save',
      title: (c) => `Save ${title(c)}`,
      shortTitle: 'Save',
      group: 'View',
      keywords: 'save changes, store, keep',
      when: all(onTemplate, inOverlay('none')),
      keys: ['mod+s', 'mod+enter'],
      undo: { kind: 'hold' },
      disabledReason: (c) => {
        const draft = templates.editor?.draftOf(target(c))
        if (!draft || !rowOf(c)?.isEdited) return 'Nothing has changed'
        if (draft.scope === 'shared' && !mayShare()) return 'Only managers change what is shared'
        return templates.editor?.faultOf(draft) ?? null
      },
      run: (c) => {
        const { editor } = templates
        const id = target(c)
        const undo = editor?.save(id)
        return undo && { announce: `Saved “${title(c)}”`, undo, redo: () => void editor?.save(id) }
      },
    }),
    defineCommand({
      id: 'template.discard',
      title: (c) => `Discard the changes of ${title(c)}`,
      shortTitle: 'Discard changes',
      group: 'View',
      keywords: 'revert, reset, undo changes, cancel',
      when: onTemplate,
      undo: { kind: 'hold' },
      disabledReason: (c) => (rowOf(c)?.isEdited ? null : 'Nothing has changed'),
      run: (c) => {
        const { editor } = templates
        const draft = editor?.draftOf(target(c))
        if (!editor || !draft) return undefined
        return changeHere(
          'Changes discarded',
          () => editor.discard(draft.id),
          () => editor.restore(draft),
        )
      },
    }),
    defineCommand({
      id: 'template.delete',
      title: (c) => `Delete ${title(c)}`,
      shortTitle: 'Delete',
      group: 'View',
      keywords: 'remove, erase, trash',
      when: onTemplate,
      keys: ['#', 'delete'],
      undo: { kind: 'hold' },
      disabledReason: (c) =>
        rowOf(c)?.shelf === 'built-in' ? 'It is built in: edit it, and yours takes its place' : notShared(c),
      run: (c) => {
        const { editor } = templates
        const [id, name] = [target(c), title(c)]
        const undo = editor?.remove(id)
        return undo ? { announce: `Deleted “${name}”`, undo, redo: () => void editor?.remove(id) } : undefined
      },
    }),
  ]
}
