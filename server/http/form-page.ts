/**
 * The page on which a customer submits a requested form: without sign-in, by a link that names the form. It shows the
 * questions and no customer data, runs no script, and accepts answers and one file, once.
 */
import { readFileSync } from 'node:fs'
import { Hono, type Context as Request } from 'hono'
import { toStamp } from '#contract/model/common.ts'
import { ANSWER_MAX, answerFault, type CustomerQuestion } from '#contract/model/customer-questions.ts'
import { CUSTOMER_FORM_TYPES, type CustomerFormType } from '#contract/model/ticket.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { UPLOAD_ENDINGS, UPLOAD_MAX } from '#contract/model/upload.ts'
import { clientAddress } from '#server/core/address.ts'
import { sealFacts } from '#server/facts/seal.ts'
import { Refusal } from '#server/core/refusal.ts'
import { findAsked, FORM_PATH, type Asked } from '#server/helpdesk/form-links.ts'
import { submitForm } from '#server/helpdesk/forms.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import { countAttempt } from '#server/identity/attempt-limit.ts'
import { document, escape } from '#server/identity/pages.ts'
import type { BodyLimit, Received } from '#server/uploads/receive.ts'
import { takeIn } from '#server/uploads/take-in.ts'
import { dismiss } from './body.ts'
import type { Services } from './services.ts'

/** The maximum number of requests for a page per minute, and of unknown pages per address. */
const PER_MINUTE = 30
/** The size of multipart headers and answers around a file. */
const WRAPPING = 256 * 1024
/** A file that is somewhat too large is read to the end, so that the answers beside it are not lost. */
const BODY: BodyLimit = { bytes: 2 * UPLOAD_MAX + WRAPPING, fieldBytes: WRAPPING, time: 120_000 }
const LARGEST = `${UPLOAD_MAX / 1024 / 1024} MiB`
const STYLE = { type: 'text/css; charset=utf-8', text: readFileSync(new URL('form-page.css', import.meta.url), 'utf8') }

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex, nofollow',
}

type Env = { Variables: { asked: Asked } }

/** The pages' path in the log, since their addresses are secret. */
export const FORM_PAGE_NAMES = { [`GET ${FORM_PATH}:token`]: 'form.page', [`POST ${FORM_PATH}:token`]: 'form.handIn' }

export function formPages({ store: { db }, config, now }: Services): Hono<Env> {
  const app = new Hono<Env>()
  const path = `${FORM_PATH}:token` as const

  app.get(`${FORM_PATH}page.css`, (c) => c.body(STYLE.text, 200, { 'content-type': STYLE.type }))

  app.use(path, async (c, next) => {
    const asked = await findAsked(db, c.req.param('token'))
    // behind an undeclared proxy all customers share an address, so valid links are counted by link
    const who = asked ? `form of ${asked.id}` : `form ${addressOf(c)}`
    try {
      await countAttempt(db, who, PER_MINUTE, now())
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const answer = tell(429, 'Too many requests', 'Wait a minute, then open the link again.')
      answer.headers.set('retry-after', '60')
      return answer
    }
    if (!asked) return tell(404, 'This link is not known', 'Open it just as it was sent to you, or ask for another.')
    if (c.req.method === 'POST' && asked.submitted_at) return handedIn(409, asked)
    if (asked.submitted_at) return handedIn(200, asked)
    if (asked.withdrawn_at) return tell(410, 'No longer asked for', 'You need not hand this in any more.', asked)
    if (asked.expires_at <= now()) {
      return tell(410, 'This link has expired', 'Ask the sender for another one.', asked)
    }
    c.set('asked', asked)
    return next()
  })

  app.get(path, (c) => form(200, c.get('asked')))

  app.post(path, async (c) => {
    const asked = c.get('asked')
    const { platform } = asked
    const account = { ...NOBODY, id: `customer ${asked.customer_id}` }
    const origin = { address: addressOf(c), appVersion: null }
    const context = { db, account, platform, origin, request: c.req.raw, config, now, seal: sealFacts }
    const sender = { kind: 'link', id: asked.id } as const
    let received: Received
    try {
      received = await takeIn({ request: c.req.raw, by: context, sender, limit: BODY, isForm: true })
    } catch (error) {
      const answer = notReceived(error, asked)
      await dismiss(c, error).catch(() => undefined)
      if (error instanceof Refusal)
        for (const [name, value] of Object.entries(error.headers)) answer.headers.set(name, value)
      return answer
    }
    try {
      const given = readForm(received, asked)
      if (!given) return form(400, asked, { faults: { file: FAULTS[400] } })
      const { file, answers } = given
      const faults = faultsOf(asked, given)
      if (Object.keys(faults).length > 0) return form(400, asked, { faults, answers })
      try {
        await submitForm(context, asked.id, { file, ...(asked.template && { answers }), uploader: null })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const fault = FAULTS[error.status]
        if (fault !== undefined) return form(error.status, asked, { faults: { file: fault }, answers })
        // somebody else has submitted or withdrawn it
        return tell(error.status, 'Not submitted', 'Open the link again to see why.', asked)
      }
      // so that a reload sends nothing again
      return new Response(null, { status: 303, headers: { location: c.req.path } })
    } finally {
      await received.remove()
    }
  })

  const addressOf = (c: Request<Env>) => clientAddress(c, config.trustedProxies)
  return app
}

/** The customer's input, valid or not. */
interface Given {
  file: File | undefined
  /** By the id of the question, without outer space. */
  answers: Record<string, string>
}

/** The page for a body that was not received; the browser still has the answers. */
function notReceived(error: unknown, asked: Asked): Response {
  if (error instanceof TypeError) return form(400, asked, { faults: { file: FAULTS[400] } })
  if (!(error instanceof Refusal)) return form(400, asked, { faults: { file: `It did not arrive whole. ${BACK}` } })
  const fault = error.status === 413 ? FAULTS[413] : NOT_RECEIVED[error.status]
  return form(error.status, asked, { faults: { file: `${fault ?? error.message} ${BACK}` } })
}

const BACK = 'Go back in the browser to find your answers.'
const NOT_RECEIVED: Readonly<Record<number, string>> = {
  408: 'It took too long to arrive.',
  503: 'Too much is being received just now. Try again in a few minutes.',
}

/** Undefined where it holds what the page has no field for. */
function readForm({ entries }: Received, asked: Asked): Given | undefined {
  const given: Given = { file: undefined, answers: {} }
  const ids = questionsOf(asked).map(({ id }) => id)
  for (const [name, value] of entries) {
    // a browser sends a file without a name or content where none was chosen
    const isNone = value === '' || (value instanceof File && value.size === 0 && value.name === '')
    if (name === 'file' && isNone) continue
    if (name === 'file' && value instanceof File && !given.file) given.file = value
    else if (ids.includes(name) && typeof value === 'string' && !Object.hasOwn(given.answers, name)) {
      given.answers[name] = value.trim()
    } else return undefined
  }
  return given
}

/** The faults by field. */
type PageFaults = Readonly<Record<string, string | undefined>>

function faultsOf(asked: Asked, { file, answers }: Given): PageFaults {
  const wrong = questionsOf(asked).flatMap((question) => {
    const fault = answerFault(question, answers[question.id] ?? '')
    return fault === null ? [] : [[question.id, fault] as const]
  })
  const isMissing = !file && isFileRequired(asked)
  return { ...Object.fromEntries(wrong), ...(isMissing && { file: FAULTS[400] }) }
}

/** The fault of a file, as text for the customer. */
const FAULTS: Readonly<Record<number, string>> = {
  400: 'Choose one file that is not empty.',
  413: `The file is larger than ${LARGEST}.`,
  422: 'The virus scanner found a threat in the file, so it is not kept.',
  503: 'The file could not be checked for viruses just now, so it is not kept. Try again in a few minutes.',
  415: 'This kind of file is not accepted. Send a document, an image, text or a ZIP archive.',
}

const titleOf = ({ form_type }: Asked) => CUSTOMER_FORM_TYPES[form_type as CustomerFormType]
const ownerOf = (asked?: Asked) => (asked && findPlatform(asked.platform)?.label) ?? 'Documents'

const questionsOf = ({ template }: Asked): readonly CustomerQuestion[] => template?.questions ?? []
const isFileRequired = ({ template }: Asked): boolean => template?.isFileRequired ?? true
const introOf = ({ template }: Asked): string => template?.intro ?? 'Send the document that you were asked for.'

interface Answered {
  faults?: PageFaults
  answers?: Readonly<Record<string, string>>
}

function form(status: number, asked: Asked, { faults = {}, answers = {} }: Answered = {}): Response {
  const questions = questionsOf(asked)
  const wrong = [...questions.map(({ id }) => id), 'file'].filter((id) => faults[id] !== undefined)
  const labelOf = (id: string) => questions.find((one) => one.id === id)?.label ?? 'File'
  const summary =
    wrong.length > 1
      ? `<div class="fault" role="alert"><p>${wrong.length} answers are missing or cannot be taken:</p><ul>${wrong
          .map((id) => `<li><a href="#${id}">${escape(labelOf(id))}</a></li>`)
          .join('')}</ul></div>`
      : ''
  const isAlone = wrong.length === 1
  const field = (question: CustomerQuestion) =>
    questionField(question, answers[question.id] ?? '', { fault: faults[question.id], isAlone })
  const body = `<p>${escape(introOf(asked))}</p>
<form method="post" enctype="multipart/form-data">${summary}
${questions.map(field).join('\n')}
${fileField(isFileRequired(asked), { fault: faults['file'], isAlone })}
<button type="submit">Submit</button>
</form>
<p>This page is for you alone. It can be submitted once, until ${toStamp(asked.expires_at).date} UTC.</p>`
  return show(status, `${wrong.length === 0 ? '' : 'Not submitted: '}${titleOf(asked)}`, body, asked)
}

interface Wrong {
  fault: string | undefined
  /** Nothing else is wrong: it is told at once. */
  isAlone: boolean
}

const faultOf = (id: string, { fault, isAlone }: Wrong) =>
  fault === undefined ? '' : `<p class="fault" id="${id}-fault"${isAlone ? ' role="alert"' : ''}>${escape(fault)}</p>`

function questionField(question: CustomerQuestion, answer: string, wrong: Wrong): string {
  const { id, label, kind, isRequired, choices = [] } = question
  const isWrong = wrong.fault !== undefined
  const about = `id="${id}" name="${id}"${isRequired ? ' required' : ''}${isWrong ? ` aria-invalid="true" aria-describedby="${id}-fault"` : ''}`
  const options = kind === 'yesNo' ? ['Yes', 'No'] : choices
  const option = (value: string) =>
    `<option${value === answer ? ' selected' : ''} value="${escape(value)}">${escape(value)}</option>`
  const control =
    kind === 'text'
      ? `<textarea ${about} rows="3" maxlength="${ANSWER_MAX}">${escape(answer)}</textarea>`
      : options.length > 0
        ? `<select ${about}><option value="">Choose an answer</option>${options.map(option).join('')}</select>`
        : `<input ${about} type="${kind === 'date' ? 'date' : 'text'}"${kind === 'amount' ? ' inputmode="decimal"' : ''} value="${escape(answer)}">`
  return `<label for="${id}">${escape(label)}${isRequired ? '' : ' (optional)'}</label>
${faultOf(id, wrong)}${control}`
}

function fileField(isRequired: boolean, wrong: Wrong): string {
  const accept = UPLOAD_ENDINGS.map((ending) => `.${ending}`).join(',')
  const isWrong = wrong.fault !== undefined
  return `<label for="file">File${isRequired ? '' : ' (optional)'}</label>
${faultOf('file', wrong)}<input id="file" name="file" type="file"${isRequired ? ' required' : ''} accept="${accept}" aria-describedby="${isWrong ? 'file-fault ' : ''}kinds"${isWrong ? ' aria-invalid="true"' : ''}>
<p id="kinds">One file of at most ${LARGEST}: a document, a picture, text, or a ZIP archive of several.</p>`
}

const handedIn = (status: number, asked: Asked) =>
  tell(status, 'Received', `${titleOf(asked)}: it is with us. There is nothing more to do here.`, asked)

function tell(status: number, title: string, text: string, asked?: Asked): Response {
  return show(status, title, `<p role="status">${escape(text)}</p>`, asked)
}

function show(status: number, title: string, body: string, asked?: Asked): Response {
  const style = `${FORM_PATH}page.css`
  return new Response(document(title, body, { owner: ownerOf(asked), style }), { status, headers: HEADERS })
}
