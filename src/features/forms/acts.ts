/** Actions on SAR and EDD forms: begin for the current customer, save, change status, comment, export. */
import { toPath } from '#contract/call.ts'
import { documentForms as calls } from '#contract/calls/document-forms.ts'
import { COMMENT_MAX } from '#contract/model/common.ts'
import {
  FORM_STATUS_LABELS,
  formMay,
  type DocumentForm,
  type FormAct,
  type FormItem,
  type FormType,
} from '#contract/model/forms/document-form.ts'
import { BASES } from '#contract/request.ts'
import type { Role } from '#contract/model/values.ts'
import { changeHere, type Ctx } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { faultsOf } from '#src/data/net/faults.ts'
import { openSlot, type NoteText } from '#src/features/templates/public.ts'
import { dispositionName } from '#src/format/file-name.ts'
import { saveFile } from '#src/ui/save-file.ts'
import { commentKey, formKey, NO_COMMENT, type FormDraft, type Forms } from './forms.ts'
import { formHref } from './links.ts'
import { formQueries } from './queries.ts'

export interface FormDeps {
  platform(): string
  /** The current customer and case; null if there is none. */
  customer(c: Ctx): { platform: string; customerId: string; customerName: string; on: { caseId: string } | null } | null
  /** The platform has SAR and EDD forms. */
  hasForms(platform: string): boolean
  /** The roles of the signed-in person. */
  roles(): readonly Role[]
}

type About = NonNullable<ReturnType<FormDeps['customer']>>

export function formActs({ store }: Forms, data: Data, deps: FormDeps) {
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
  const create = (c: Ctx, { platform, customerId, on }: About, type: FormType) =>
    run(async () => {
      const query = on && type === 'sar' ? { caseId: on.caseId } : {}
      const params = { platform, type, customerId }
      const form = await api.send(calls.create, { params, query, body: undefined }, { platform })
      c.ports.navigate(formHref(platform, form.uuid))
    })
  const save = (uuid: string, { data: answers, version }: FormDraft) =>
    run(async () => {
      const form = await api.send(calls.change, { params: { uuid }, query: { version }, body: answers })
      queries.setQueryData(formQueries.view(api, form.platform, uuid).queryKey, form)
      drafts.drop(formKey(uuid))
    })

  /** The reason why an action is refused by the form's state; the server checks the person. */
  const whyNot = (act: FormAct): string | null => {
    const { opened: form, isBusy } = store.getState()
    if (!form) return 'No form is open'
    if (isBusy) return 'It is being saved'
    if (!formMay(act, form.status)) return `It is “${FORM_STATUS_LABELS[form.status]}”`
    return act !== 'change' && draftOf() ? 'Save it first' : null
  }
  const notReady = () => store.getState().notReady

  const discard = () => {
    const [form, draft] = [opened(), draftOf()]
    if (!form || !draft) return undefined
    const key = formKey(form.uuid)
    store.setState({ faults: [] })
    return changeHere(
      'Changes discarded',
      () => drafts.drop(key),
      () => drafts.write(key, draft),
    )
  }

  const saveOpened = () => {
    const [form, draft] = [opened(), draftOf()]
    if (form && draft) void save(form.uuid, draft)
  }

  const whyNotCreate = (c: Ctx) => {
    const one = deps.customer(c)
    if (!one) return 'No customer, case or alert is selected'
    return deps.hasForms(one.platform) ? null : 'This platform has no such form'
  }

  return {
    ...createHandOut({ api, drafts, opened, commentOf, run }),
    store,
    data,
    deps,
    api,
    queries,
    opened,
    draftOf,
    rowOf,
    run,
    create,
    whyNot,
    notReady,
    discard,
    saveOpened,
    whyNotCreate,
  }
}

interface HandOutParts extends Pick<Data, 'api' | 'drafts'> {
  opened: () => DocumentForm | null
  commentOf: () => NoteText
  run: (work: () => Promise<unknown>) => Promise<void>
}

/** Comments on the current form, and its exports. */
function createHandOut({ api, drafts, opened, commentOf, run }: HandOutParts) {
  const addComment = () => {
    const [form, comment] = [opened(), commentOf().text.trim()]
    if (!form || comment === '') return
    const { uuid, platform } = form
    void run(async () => {
      await api.send(calls.comment, { params: { platform, uuid }, body: { comment } }, { platform })
      drafts.drop(commentKey(uuid))
    })
  }

  const whyNoComment = () => {
    if (commentOf().text.trim() === '') return 'No comment is being written'
    // a template may have made it longer than can be typed
    if (commentOf().text.trim().length > COMMENT_MAX) return `Longer than ${COMMENT_MAX} characters`
    const slot = openSlot(commentOf())
    return slot && `Fill in [${slot.prompt}] first`
  }

  const openPdf = () => {
    const form = opened()
    // synchronously, while the browser still attributes it to the key press
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
  }

  const saveZip = () => {
    const form = opened()
    if (!form) return
    const { uuid, platform } = form
    void run(async () => {
      const response = await api.open(calls.zip, { params: { uuid } }, { platform })
      const name = dispositionName(response.headers.get('content-disposition'))
      saveFile(name ?? `${uuid}.zip`, await response.blob())
    })
  }

  return { addComment, whyNoComment, openPdf, saveZip }
}

export type FormActs = ReturnType<typeof formActs>
