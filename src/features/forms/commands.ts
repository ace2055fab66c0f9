/** SAR and EDD forms by keyboard: begun for the customer in front, written, reviewed, approved, printed, handed out. */
import { toPath } from '#contract/call.ts'
import { documentForms as calls } from '#contract/calls/document-forms.ts'
import {
  FORM_STATUS_LABELS,
  FORM_TYPE_LABELS,
  FORM_TYPES,
  formMay,
  type FormAct,
  type FormItem,
  type FormType,
} from '#contract/model/document-form.ts'
import { missingAnswers } from '#contract/model/form-sections.ts'
import { COMMENT_MAX } from '#contract/model/common.ts'
import {
  changeHere,
  defineArg,
  defineCommand,
  type Command,
  type CommandId,
  type CommandInit,
  type Ctx,
} from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/when.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/errors.ts'
import { faultsOf } from '#src/data/faults.ts'
import { BASES } from '#src/data/request.ts'
import { dispositionName } from '#src/format/file-name.ts'
import { focusListSearch, refreshCommand } from '#src/features/lists/public.ts'
import { countOf } from '#src/format/count.ts'
import { saveFile } from '#src/ui/save-file.ts'
import { openSlot, type NoteText } from '#src/features/templates/public.ts'
import { commentKey, formKey, NO_COMMENT, type FormDraft, type Forms } from './forms.ts'
import { formHref, formsHref } from './links.ts'
import { formQueries } from './queries.ts'

interface FormDeps {
  platform(): string
  /** The customer of what is in front; null where there is no one. */
  customer(c: Ctx): { platform: string; customerId: string; customerName: string } | null
  /** The platform has SAR and EDD forms. */
  hasForms(platform: string): boolean
  isDocumentAdmin(): boolean
}

const inList = inView('forms')
const onForm = inView('form')

export function formCommands({ store }: Forms, data: Data, deps: FormDeps): Command[] {
  const { api, queries, drafts } = data
  const opened = () => store.getState().opened
  const draftOf = () => {
    const form = opened()
    return form ? (drafts.read(formKey(form.uuid)) as FormDraft | null | undefined) : null
  }
  const commentOf = () => {
    const form = opened()
    return (form && (drafts.read(commentKey(form.uuid)) as NoteText | null | undefined)) ?? NO_COMMENT
  }
  const rowOf = (c: Ctx) => c.list?.rowOf(c.targets[0] ?? '') as FormItem | undefined

  /** Does something on the server, one at a time; what it refuses is in the status line by then. */
  const run = async (work: () => Promise<unknown>) => {
    store.setState({ isBusy: true, faults: [] })
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      store.setState({ faults: faultsOf(error) })
    } finally {
      store.setState({ isBusy: false })
    }
    await queries.invalidateQueries({ queryKey: ['forms'] })
    await queries.invalidateQueries({ queryKey: ['customers', 'forms'] })
  }
  const create = (c: Ctx, { platform, customerId }: { platform: string; customerId: string }, type: FormType) =>
    run(async () => {
      const form = await api.send(
        calls.create,
        { params: { platform, type, customerId }, body: undefined },
        { platform },
      )
      c.ports.navigate(formHref(platform, form.uuid))
    })
  const save = (uuid: string, { data: answers, version }: FormDraft) =>
    run(async () => {
      const form = await api.send(calls.change, { params: { uuid }, query: { version }, body: answers })
      queries.setQueryData(formQueries.view(api, form.platform, uuid).queryKey, form)
      drafts.drop(formKey(uuid))
    })

  /** Why an act may not follow, as far as the form says it; who may is for the server. */
  const whyNot = (act: FormAct): string | null => {
    const { opened: form, isBusy } = store.getState()
    if (!form) return 'No form is open'
    if (isBusy) return 'It is being saved'
    if (!formMay(act, form.status)) return `It is “${FORM_STATUS_LABELS[form.status]}”`
    return act !== 'change' && draftOf() ? 'Save it first' : null
  }
  const move = (
    id: CommandId,
    act: 'review' | 'renew' | 'approve',
    init: { title: string; keys: string[]; keywords: string[]; why?: () => string | null } & Pick<
      CommandInit<readonly []>,
      'undo'
    >,
  ) => {
    const { title, keys, keywords, why, undo } = init
    return defineCommand({
      id,
      title,
      group: 'Customer',
      keywords,
      when: onForm,
      keys,
      offline: 'block',
      ...(undo && { undo }),
      disabledReason: () => whyNot(act) ?? why?.() ?? null,
      run: () => {
        const form = opened()
        if (!form) return
        const { uuid, version } = form
        void run(() => api.send(calls[act], { params: { uuid }, query: { version } }))
      },
    })
  }
  const missing = () => {
    const form = opened()
    const count = form ? missingAnswers(form.formType, form.data).length : 0
    return count > 0 ? `${countOf(count, 'answer is', 'answers are')} missing` : null
  }

  return [
    defineCommand({
      id: 'form.create',
      title: (c) => `New SAR or EDD form for ${deps.customer(c)?.customerName ?? 'the customer'}…`,
      shortTitle: 'New SAR or EDD form…',
      group: 'Customer',
      keywords: ['suspicious activity report', 'enhanced due diligence', 'document form', 'str'],
      when: inView('customer', 'case'),
      keys: ['shift+q'],
      offline: 'block',
      disabledReason: (c) => {
        const one = deps.customer(c)
        if (!one) return 'Nothing is in front that is about a customer'
        return deps.hasForms(one.platform) ? null : 'This platform has no such form'
      },
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
    defineCommand({
      id: 'form.open',
      title: 'Open the form',
      shortTitle: 'Open',
      group: 'Navigate',
      when: all(inList, flag('hasCursor')),
      keys: ['enter', 'o'],
      run: (c) => {
        const row = rowOf(c)
        if (row) c.ports.navigate(formHref(row.platform, row.uuid))
      },
    }),
    defineCommand({
      id: 'form.search',
      title: 'Search in forms',
      shortTitle: 'Search',
      group: 'View',
      keywords: ['find', 'filter'],
      when: inList,
      keys: ['/', 'f3'],
      run: focusListSearch,
    }),
    refreshCommand({
      id: 'form.refresh',
      noun: 'forms',
      when: inView('forms', 'form'),
      run: () => void queries.invalidateQueries({ queryKey: ['forms'] }),
    }),
    defineCommand({
      id: 'form.type',
      title: 'Forms of another type',
      shortTitle: 'Type',
      group: 'View',
      keywords: ['sar', 'edd'],
      when: inList,
      keys: ['1..9'],
      hidden: true,
      run: (c) => {
        const type = FORM_TYPES[(c.digit ?? 0) - 1]
        if (type) c.ports.navigate(formsHref(deps.platform(), type))
      },
    }),
    defineCommand({
      id: 'form.save',
      title: 'Save the form',
      shortTitle: 'Save',
      group: 'Customer',
      when: onForm,
      keys: ['mod+s'],
      offline: 'block',
      disabledReason: () => whyNot('change') ?? (draftOf() ? null : 'Nothing has changed'),
      run: () => {
        const [form, draft] = [opened(), draftOf()]
        if (form && draft) void save(form.uuid, draft)
      },
    }),
    defineCommand({
      id: 'form.discard',
      title: 'Give up what is not saved',
      shortTitle: 'Give up changes',
      group: 'Customer',
      keywords: ['revert', 'reset', 'theirs'],
      when: onForm,
      undo: { kind: 'hold' },
      disabledReason: () => (draftOf() ? null : 'Nothing has changed'),
      run: () => {
        const [form, draft] = [opened(), draftOf()]
        if (!form || !draft) return undefined
        const key = formKey(form.uuid)
        store.setState({ faults: [] })
        return changeHere(
          'As it is on the server',
          () => drafts.drop(key),
          () => drafts.write(key, draft),
        )
      },
    }),
    move('form.review', 'review', {
      title: 'Put up for review',
      keys: ['shift+v'],
      keywords: ['submit', 'second pair of eyes'],
      why: missing,
    }),
    move('form.renew', 'renew', { title: 'Set back to new', keys: ['shift+w'], keywords: ['reopen', 'return'] }),
    move('form.approve', 'approve', {
      title: 'Approve the form',
      keys: ['shift+a'],
      keywords: ['sign off', 'four eyes'],
      undo: { kind: 'none', confirm: true },
      why: () => (deps.isDocumentAdmin() ? null : 'Only document administrators approve'),
    }),
    defineCommand({
      id: 'form.comment',
      title: 'Comment on the form',
      shortTitle: 'Comment',
      group: 'Customer',
      keywords: ['note'],
      when: onForm,
      keys: ['c'],
      run: () => document.querySelector<HTMLElement>('[data-form-comment] textarea')?.focus(),
    }),
    defineCommand({
      id: 'form.addComment',
      title: 'Add the comment',
      group: 'Customer',
      keywords: ['send', 'note'],
      when: onForm,
      keys: ['mod+enter'],
      offline: 'block',
      disabledReason: () => {
        if (commentOf().text.trim() === '') return 'No comment is being written'
        // a template may have made it longer than can be typed
        if (commentOf().text.trim().length > COMMENT_MAX) return `Longer than ${COMMENT_MAX} characters`
        const slot = openSlot(commentOf())
        return slot && `Fill in [${slot.prompt}] first`
      },
      run: () => {
        const [form, comment] = [opened(), commentOf().text.trim()]
        if (!form || comment === '') return
        const { uuid, platform } = form
        void run(async () => {
          await api.send(calls.comment, { params: { platform, uuid }, body: { comment } }, { platform })
          drafts.drop(commentKey(uuid))
        })
      },
    }),
    defineCommand({
      id: 'form.pdf',
      title: 'Open as PDF',
      shortTitle: 'PDF',
      group: 'Customer',
      keywords: ['print', 'export'],
      when: onForm,
      keys: ['p'],
      offline: 'block',
      run: () => {
        const form = opened()
        // at once, while the browser still sees the key that asked for it
        const page = form && window.open('about:blank', '_blank')
        if (!form || !page) return
        const { uuid } = form
        void run(async () => {
          const { token } = await api.send(calls.ticket, { params: { uuid } }, { notify: false })
          page.opener = null
          page.location.href = new URL(
            BASES.api + toPath(calls.pdf, { params: { uuid }, query: { token } }),
            location.origin,
          ).href
        })
      },
    }),
    defineCommand({
      id: 'form.zip',
      title: 'Download as ZIP, with its files',
      shortTitle: 'ZIP',
      group: 'Customer',
      keywords: ['export', 'archive'],
      when: onForm,
      keys: ['shift+p'],
      offline: 'block',
      run: () => {
        const form = opened()
        if (!form) return
        const { uuid, platform } = form
        void run(async () => {
          const response = await api.open(calls.zip, { params: { uuid } }, { platform })
          const name = dispositionName(response.headers.get('content-disposition'))
          saveFile(name ?? `${uuid}.zip`, await response.blob())
        })
      },
    }),
    defineCommand({
      id: 'form.leave',
      title: 'Back to where I came from',
      shortTitle: 'Back',
      group: 'Navigate',
      when: all(onForm, not(flag('typing'))),
      keys: ['escape'],
      run: () => {
        history.back()
        return draftOf() ? { announce: 'Not saved; it is here when you come back' } : undefined
      },
    }),
  ]
}
