/** SAR and EDD forms by keyboard: begin for the current customer, edit, review, approve, print, export. */
import { documentForms as calls } from '#contract/calls/document-forms.ts'
import { FORM_TYPE_LABELS, FORM_TYPES, type FormType } from '#contract/model/forms/document-form.ts'
import { whyNotCall } from '#contract/model/roles.ts'
import {
  defineArg,
  defineCommand,
  type Command,
  type CommandId,
  type CommandInit,
  type Keywords,
} from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand, searchCommand } from '#src/features/lists/public.ts'
import type { Forms } from './forms.ts'
import { formHref, formsHref } from './links.ts'
import { transactionCommand } from './transactions.ts'
import { formActs, type FormActs, type FormDeps } from './acts.ts'

const inList = inView('forms')
const onForm = inView('form')

export function formCommands(forms: Forms, data: Data, deps: FormDeps): Command[] {
  const acts = formActs(forms, data, deps)
  return [
    ...beginCommands(acts),
    ...listCommands(acts),
    ...editCommands(acts),
    ...stepCommands(acts),
    ...outsideCommands(acts),
  ]
}

function beginCommands({ deps, create, whyNotCreate }: FormActs): Command[] {
  return [
    defineCommand({
      id: 'form.create',
      title: (c) => `New SAR or EDD form for ${deps.customer(c)?.customerName ?? 'the customer'}…`,
      shortTitle: 'New SAR or EDD form…',
      group: 'Customer',
      keywords:
        'suspicious activity report, file sar, sar, start sar, new sar, create sar, draft sar, edd, enhanced due diligence, document form, str, report, file report, goaml, fincen, fiu report, filing, regulatory report, write sar, sar form, edd form',
      when: inView('customer', 'case'),
      keys: ['shift+q'],
      calls: [calls.create],
      disabledReason: whyNotCreate,
      args: [
        defineArg<'type', FormType>({
          name: 'type',
          type: 'choice',
          prompt: (c) => `New form for ${deps.customer(c)?.customerName ?? ''}`,
          source: () => FORM_TYPES.map((type) => ({ id: type, value: type, title: FORM_TYPE_LABELS[type] })),
        }),
      ],
      run: (c, { type }) => {
        const one = deps.customer(c)
        if (one) void create(c, one, type)
      },
    }),
  ]
}

function listCommands({ store, deps, queries, rowOf }: FormActs): Command[] {
  return [
    defineCommand({
      id: 'form.open',
      title: 'Open the form',
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'view form, edit form, details, show, sar, edd',
      when: all(inList, flag('hasCursor')),
      keys: ['enter', 'o'],
      run: (c) => {
        const row = rowOf(c)
        if (row) c.ports.navigate(formHref(row.platform, row.uuid))
      },
    }),
    searchCommand({
      id: 'form.search',
      noun: 'forms',
      keywords: 'find, filter, look up, search forms',
      when: inList,
    }),
    refreshCommand({
      id: 'form.refresh',
      noun: 'forms',
      when: inView('forms', 'form'),
      run: () => void queries.invalidateQueries({ queryKey: ['forms'] }),
    }),
    defineCommand({
      id: 'form.waiting',
      title: () => (store.getState().isWaitingOnly ? 'Show all forms' : 'Show only forms awaiting my review'),
      shortTitle: 'Waiting for me',
      group: 'View',
      keywords: 'filter, mine, review, approval, to approve, awaiting my review, my approvals, pending, to do',
      when: inList,
      keys: ['w'],
      run: () => store.setState(({ isWaitingOnly }) => ({ isWaitingOnly: !isWaitingOnly })),
    }),
    defineCommand({
      id: 'form.type',
      title: 'Forms of another type',
      shortTitle: 'Type',
      group: 'View',
      when: inList,
      keys: ['1..9'],
      hidden: true,
      run: (c) => {
        const type = FORM_TYPES[(c.digit ?? 0) - 1]
        if (type) c.ports.navigate(formsHref(deps.platform(), type))
      },
    }),
  ]
}

function editCommands({ store, data, draftOf, whyNot, discard, saveOpened }: FormActs): Command[] {
  return [
    defineCommand({
      id: 'form.save',
      title: 'Save the form',
      shortTitle: 'Save',
      group: 'Customer',
      keywords: 'save changes, store, keep, write',
      when: onForm,
      keys: ['mod+s'],
      calls: [calls.change],
      disabledReason: () => whyNot('change') ?? (draftOf() ? null : 'Nothing has changed'),
      run: saveOpened,
    }),
    defineCommand({
      id: 'form.discard',
      title: 'Discard unsaved changes',
      shortTitle: 'Discard changes',
      group: 'Customer',
      keywords: 'revert, reset, theirs, undo changes, cancel changes, throw away',
      when: onForm,
      undo: { kind: 'hold' },
      disabledReason: () => (draftOf() ? null : 'Nothing has changed'),
      run: discard,
    }),
    transactionCommand(store, data, draftOf),
  ]
}

/** From draft to approved and back. */
function stepCommands({ deps, api, opened, run, whyNot, notReady }: FormActs): Command[] {
  const move = (
    id: CommandId,
    act: 'review' | 'renew' | 'approve',
    init: { title: string; keys: string[]; keywords: Keywords; why?: () => string | null } & Pick<
      CommandInit<readonly []>,
      'risk'
    >,
  ) => {
    const { title, keys, keywords, why, risk } = init
    return defineCommand({
      id,
      title,
      group: 'Customer',
      keywords,
      when: onForm,
      keys,
      calls: [calls[act]],
      ...(risk && { risk }),
      disabledReason: () => whyNot(act) ?? why?.() ?? null,
      run: () => {
        const form = opened()
        if (!form) return
        const { uuid, version } = form
        void run(() => api.send(calls[act], { params: { uuid }, query: { version } }))
      },
    })
  }
  return [
    move('form.review', 'review', {
      title: 'Submit for review',
      keys: ['shift+v'],
      keywords:
        'second pair of eyes, four eyes, submit, send for approval, request approval, ready, hand in, ask for review',
      why: notReady,
    }),
    move('form.renew', 'renew', {
      title: 'Return to draft',
      keys: ['shift+w'],
      keywords: 'reopen, return, return to new, send back, reject, unapprove, back to draft, rework',
      why: () => (opened()?.status === 'approved' ? whyNotCall([calls.approve], deps.roles()) : null),
    }),
    move('form.approve', 'approve', {
      title: 'Approve the form',
      keys: ['shift+a'],
      keywords: 'sign off, four eyes, approve, accept, authorise, authorize, confirm, file',
      risk: 'high',
      why: notReady,
    }),
  ]
}

/** Its comments and exports. */
function outsideCommands({ draftOf, addComment, whyNoComment, openPdf, saveZip }: FormActs): Command[] {
  return [
    defineCommand({
      id: 'form.comment',
      title: 'Comment on the form',
      shortTitle: 'Comment',
      group: 'Customer',
      keywords: 'note, remark, feedback, discuss, annotate',
      when: onForm,
      keys: ['c'],
      run: () => document.querySelector<HTMLElement>('[data-form-comment] textarea')?.focus(),
    }),
    defineCommand({
      id: 'form.addComment',
      title: 'Add the comment',
      group: 'Customer',
      keywords: 'send, note, post, submit comment',
      when: onForm,
      keys: ['mod+enter'],
      calls: [calls.comment],
      disabledReason: whyNoComment,
      run: addComment,
    }),
    defineCommand({
      id: 'form.pdf',
      title: 'Open as PDF',
      shortTitle: 'PDF',
      group: 'Customer',
      keywords: 'print, export, view as pdf, preview, paper, document, printable',
      when: onForm,
      keys: ['p'],
      calls: [calls.ticket],
      run: openPdf,
    }),
    defineCommand({
      id: 'form.zip',
      title: 'Download as ZIP, with its files',
      shortTitle: 'ZIP',
      group: 'Customer',
      keywords: 'export, archive, download all, download files, package, bundle, attachments',
      when: onForm,
      keys: ['shift+p'],
      calls: [calls.zip],
      run: saveZip,
    }),
    defineCommand({
      id: 'form.leave',
      title: 'Back',
      shortTitle: 'Back',
      group: 'Navigate',
      keywords: 'close, exit, return, leave form, all forms',
      when: all(onForm, not(flag('typing'))),
      keys: ['escape'],
      run: () => {
        history.back()
        return draftOf() ? { announce: 'Not saved; it is here when you come back' } : undefined
      },
    }),
  ]
}
