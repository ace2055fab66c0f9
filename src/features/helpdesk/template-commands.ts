/** Ticket templates: create, edit, save, delete; and the choices in a conflict. */
import { helpdesk as calls } from '#contract/calls/helpdesk.ts'
import { replyTemplate } from '#contract/model/ticket.ts'
import { changeHere, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { currentStateOf } from '#src/data/net/faults.ts'
import { replaceDraft } from '#src/data/user/replace-draft.ts'
import { variableFault } from '#src/features/templates/public.ts'
import type { Helpdesk } from './helpdesk.ts'
import { helpdeskQueries } from './queries.ts'
import {
  focusTemplates,
  isTemplateBehind,
  NEW_ID,
  NEW_TEMPLATE,
  templateBodyOf,
  templateDifferences,
  templateDraftOf,
  templateKey,
  type TemplateDraft,
} from './template-draft.ts'

interface TemplateDeps {
  platform(): string
}

const onScreen = inView('ticketTemplates')
const onTemplate = all(onScreen, flag('hasCursor'))

export function templateCommands(helpdesk: Helpdesk, data: Data, deps: TemplateDeps): Command[] {
  const acts = templateActs(helpdesk, data, deps)
  return [...listCommands(acts), ...draftCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function templateActs({ templates }: Helpdesk, data: Data, { platform }: TemplateDeps) {
  const { api, queries, drafts } = data
  const { store } = templates

  const idOf = (c: Ctx) => c.targets[0] ?? ''
  const draftOf = (id: string) => drafts.read(templateKey(id)) as TemplateDraft | null | undefined
  const baseOf = (): TemplateDraft => {
    const { base } = store.getState()
    return base ? templateDraftOf(base) : NEW_TEMPLATE
  }
  const nameOf = (c: Ctx) => draftOf(idOf(c))?.name || store.getState().base?.name || 'the template'
  const whyLocked = () =>
    data.capabilities().ticketTemplates ? null : 'This server’s templates are written in its own ticket system'
  const whyNotSaved = (id: string): string | null => {
    const draft = draftOf(id)
    if (!draft || templateDifferences(draft, baseOf()).length === 0) return 'Nothing has changed'
    if (store.getState().isSaving) return 'It is being saved'
    if (isTemplateBehind(draft, baseOf())) return 'Somebody changed it: take theirs, or keep yours'
    if (draft.name.trim() === '') return 'Give it a name'
    if (draft.subject.trim() === '') return 'Give it a subject'
    return draft.content.trim() === '' ? 'Write what it says' : variableFault(draft.content)
  }

  const reread = (where: string) => queries.invalidateQueries(helpdeskQueries.templates(api, where))
  const save = async (id: string, draft: TemplateDraft, where: string) => {
    const body = templateBodyOf(draft)
    const keyOf = (tempId: string) => helpdeskQueries.template(api, where, tempId).queryKey
    store.setState({ isSaving: true })
    try {
      const saved =
        id === NEW_ID
          ? await api.send(calls.createTemplate, { params: { platform: where }, body }, { platform: where })
          : await api.send(calls.changeTemplate, { params: { platform: where, tempId: id }, body }, { platform: where })
      queries.setQueryData(keyOf(saved.id), saved)
      await reread(where)
      drafts.drop(templateKey(id))
      templates.list.moveToId(saved.id)
      // the edited form was replaced by the row of the new one
      if (id === NEW_ID) focusTemplates()
    } catch (error) {
      // the server's words are in the status line already
      if (!(error instanceof ApiError)) throw error
      const theirs = currentStateOf(error, replyTemplate)
      if (theirs) queries.setQueryData(keyOf(id), theirs)
    } finally {
      store.setState({ isSaving: false })
    }
  }
  const remove = async (tempId: string, where: string) => {
    try {
      await api.send(calls.deleteTemplate, { params: { platform: where, tempId } }, { platform: where })
      drafts.drop(templateKey(tempId))
    } catch (error) {
      // the server's words are in the status line already
      if (!(error instanceof ApiError)) throw error
    }
    await reread(where)
  }

  return { platform, drafts, store, idOf, draftOf, baseOf, nameOf, whyLocked, whyNotSaved, save, remove }
}
type TemplateActs = ReturnType<typeof templateActs>

function listCommands({ platform, drafts, store, draftOf, nameOf, whyLocked }: TemplateActs): Command[] {
  return [
    defineCommand({
      id: 'nav.zoho-form',
      title: 'Go to zoho-form',
      shortTitle: 'zoho-form',
      group: 'Navigate',
      keywords:
        'ticket templates, helpdesk templates, letters, email templates, mail templates, message templates, customer letters, zoho, zendesk, rfi templates, canned emails',
      keys: ['g z'],
      run: (c) => c.ports.navigate(`/admin/${encodeURIComponent(platform())}/zoho-form`),
    }),
    defineCommand({
      id: 'ticket.newTemplate',
      title: 'New ticket template',
      shortTitle: 'New template',
      group: 'View',
      keywords: 'create, add, letter, helpdesk, new email template, new letter, template',
      when: onScreen,
      keys: ['c'],
      calls: [calls.createTemplate],
      offline: 'local',
      disabledReason: whyLocked,
      run: () => {
        if (!draftOf(NEW_ID)) drafts.write(templateKey(NEW_ID), NEW_TEMPLATE, 'New ticket template')
        store.setState({ isBegun: true })
      },
    }),
    defineCommand({
      id: 'ticket.editTemplate',
      title: (c) => `Write on ${nameOf(c)}`,
      shortTitle: 'Edit',
      group: 'View',
      keywords: 'open template, change, modify, edit letter',
      when: onTemplate,
      keys: ['enter', 'o'],
      calls: [calls.changeTemplate],
      offline: 'local',
      disabledReason: whyLocked,
      run: () => document.querySelector<HTMLElement>('[data-ticket-template] input')?.focus(),
    }),
  ]
}

function draftCommands(acts: TemplateActs): Command[] {
  return [
    defineCommand({
      id: 'ticket.saveTemplate',
      title: (c) => `Save ${acts.nameOf(c)}`,
      shortTitle: 'Save',
      group: 'View',
      keywords: 'save changes, store, keep',
      when: onTemplate,
      keys: ['mod+s', 'mod+enter'],
      calls: [calls.changeTemplate],
      disabledReason: (c) => acts.whyLocked() ?? acts.whyNotSaved(acts.idOf(c)),
      run: (c) => {
        const draft = acts.draftOf(acts.idOf(c))
        if (draft) void acts.save(acts.idOf(c), draft, acts.platform())
      },
    }),
    defineCommand({
      id: 'ticket.discardTemplate',
      title: (c) => `Discard the changes of ${acts.nameOf(c)}`,
      shortTitle: 'Discard changes',
      group: 'View',
      keywords: 'revert, reset, theirs, undo changes, cancel',
      when: onTemplate,
      undo: { kind: 'hold' },
      disabledReason: (c) => (acts.draftOf(acts.idOf(c)) ? null : 'Nothing has changed'),
      run: (c) => {
        const key = templateKey(acts.idOf(c))
        const draft = acts.draftOf(acts.idOf(c))
        if (!draft) return undefined
        return changeHere(
          'Changes discarded',
          () => acts.drafts.drop(key),
          () => acts.drafts.write(key, draft),
        )
      },
    }),
    defineCommand({
      id: 'ticket.insistTemplate',
      title: 'Keep mine, merged with the saved version',
      shortTitle: 'Keep mine',
      group: 'View',
      keywords: 'conflict, overwrite, force, keep mine',
      when: onTemplate,
      undo: { kind: 'hold' },
      disabledReason: (c) => {
        const draft = acts.draftOf(acts.idOf(c))
        return draft && isTemplateBehind(draft, acts.baseOf()) ? null : 'Nobody else has changed it'
      },
      run: (c) => {
        const draft = acts.draftOf(acts.idOf(c))
        if (!draft) return undefined
        const { version } = acts.baseOf()
        const back = replaceDraft<unknown>(acts.drafts, templateKey(acts.idOf(c)), [draft, { ...draft, version }])
        return { announce: 'Merged: save to keep it', ...back }
      },
    }),
    defineCommand({
      id: 'ticket.deleteTemplate',
      title: (c) => `Delete ${acts.nameOf(c)}`,
      shortTitle: 'Delete',
      group: 'View',
      keywords: 'remove, erase, trash',
      when: onTemplate,
      keys: ['#', 'delete'],
      undo: { kind: 'none', confirm: true },
      calls: [calls.deleteTemplate],
      disabledReason: (c) => (acts.idOf(c) === NEW_ID ? 'It is not saved yet: discard the changes' : acts.whyLocked()),
      run: (c) => void acts.remove(acts.idOf(c), acts.platform()),
    }),
  ]
}
