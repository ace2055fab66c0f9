/**
 * The page on which a customer submits a requested form: without sign-in, by a link that names the form. It shows the
 * questions and no customer data, runs no script, and accepts one file, once.
 */
import { readFileSync } from 'node:fs'
import { Hono, type Context as Request } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { toStamp } from '#contract/model/common.ts'
import { CUSTOMER_FORM_TYPES, type CustomerFormType } from '#contract/model/helpdesk.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { UPLOAD_ENDINGS, UPLOAD_MAX } from '#contract/model/upload.ts'
import { clientAddress } from '#server/core/address.ts'
import { Refusal } from '#server/core/refusal.ts'
import { findAsked, FORM_PATH, type Asked } from '#server/helpdesk/form-links.ts'
import { submitForm } from '#server/helpdesk/forms.ts'
import { ASKED } from '#server/helpdesk/requested-form.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import { countAttempt } from '#server/identity/attempt-limit.ts'
import { document, escape } from '#server/identity/pages.ts'
import type { Services } from './services.ts'

/** The maximum number of requests for a page per minute, and of unknown pages per address. */
const PER_MINUTE = 30
/** The size of multipart headers around a file. */
const WRAPPING = 64 * 1024
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

  app.post(
    path,
    bodyLimit({
      maxSize: UPLOAD_MAX + WRAPPING,
      onError: (c: Request<Env>) => form(413, c.get('asked'), FAULTS[413]),
    }),
    async (c) => {
      const asked = c.get('asked')
      const file = await readFile(c.req.raw)
      if (!file) return form(400, asked, FAULTS[400])
      const { platform } = asked
      const account = { ...NOBODY, id: `customer ${asked.customer_id}` }
      const origin = { address: addressOf(c), appVersion: null }
      try {
        await submitForm({ db, account, platform, origin, request: c.req.raw, config, now }, asked.id, file, null)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const fault = FAULTS[error.status]
        if (fault !== undefined) return form(error.status, asked, fault)
        // somebody else has submitted or withdrawn it
        return tell(error.status, 'Not submitted', 'Open the link again to see why.', asked)
      }
      // so that a reload sends nothing again
      return new Response(null, { status: 303, headers: { location: c.req.path } })
    },
  )

  const addressOf = (c: Request<Env>) => clientAddress(c, config.trustedProxies)
  return app
}

/** The one file of the form; undefined for anything else. */
async function readFile(request: globalThis.Request): Promise<File | undefined> {
  try {
    const [one, ...others] = [...(await request.formData())]
    const isAlone = one?.[0] === 'file' && others.length === 0
    return isAlone && one[1] instanceof File ? one[1] : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
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

function form(status: number, asked: Asked, fault?: string): Response {
  const wrong = fault === undefined ? '' : `<p class="fault" id="fault" role="alert">${escape(fault)}</p>`
  const described = fault === undefined ? 'kinds' : 'fault kinds'
  const accept = UPLOAD_ENDINGS.map((ending) => `.${ending}`).join(',')
  const body = `<p>${escape(ASKED[asked.form_type as CustomerFormType])}</p>
<form method="post" enctype="multipart/form-data">${wrong}
<label for="file">File</label>
<input id="file" name="file" type="file" required accept="${accept}" aria-describedby="${described}"${wrong && ' aria-invalid="true"'}>
<p id="kinds">One file of at most ${LARGEST}: a document, a picture, text, or a ZIP archive of several.</p>
<button type="submit">Hand in</button>
</form>
<p>This page is for you alone. It takes one file, once, until ${toStamp(asked.expires_at).date} UTC.</p>`
  return show(status, `${fault === undefined ? '' : 'Not submitted: '}${titleOf(asked)}`, body, asked)
}

const handedIn = (status: number, asked: Asked) =>
  tell(status, 'Received', `${titleOf(asked)}: your file is with us. There is nothing more to do here.`, asked)

function tell(status: number, title: string, text: string, asked?: Asked): Response {
  return show(status, title, `<p role="status">${escape(text)}</p>`, asked)
}

function show(status: number, title: string, body: string, asked?: Asked): Response {
  const style = `${FORM_PATH}page.css`
  return new Response(document(title, body, { owner: ownerOf(asked), style }), { status, headers: HEADERS })
}
