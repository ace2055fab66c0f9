/** Parses an e-mail (RFC 5322) for the helpdesk. Called in a process of its own: `read-email.ts`. */
import { createHash } from 'node:crypto'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { isAutomatic } from './automatic.ts'
import { bodyText, encodingOf, TEXT_MAX } from './body-text.ts'

export interface EmailHead {
  /** Without angle brackets; made of its bytes where it has none. */
  messageId: string
  from: string
  /** Everybody it was addressed to, in lower case. */
  to: readonly string[]
  subject: string
  /** The e-mails it answers, the latest first. */
  answers: readonly string[]
  /** Sent by a machine: out of office, delivery failures. */
  isAutomatic: boolean
}

export interface InboundEmail extends EmailHead {
  text: string
  /** Inline pictures come last: they are the first that a limit leaves out. */
  attachments: readonly EmailAttachment[]
  /** Facts about the e-mail that its text does not contain, one sentence each. */
  remarks: readonly string[]
  /** The same for an e-mail that is delivered again, on whatever way. */
  digest: string
}

export interface EmailAttachment {
  name: string
  bytes: Uint8Array
}

/** Deeper nested parts are refused. */
const DEPTH = 50
/** An e-mail of the largest size has fewer lines of base64; each costs the parser several microseconds. */
const LINES = 600_000
const IDS = /<([^<>\s]{1,500})>/g
const SUBJECT_MAX = 255

/** Throws for parts that are nested too deeply, and for too many lines. */
export async function parseEmail(source: Uint8Array): Promise<InboundEmail> {
  if (hasTooManyLines(source)) throw new Error(`it has more than ${LINES} lines`)
  const mail = await new LetterParser({ attachmentEncoding: 'arraybuffer', maxNestingDepth: DEPTH }).parse(
    new Uint8Array(source),
  )
  const head = headOf(mail, source)
  const { text, isCut } = bodyText(mail.text ?? '', mail.html ?? '')
  const attachments = mail.attachments
    .filter(({ mimeType }) => !isWrapping(mimeType))
    .toSorted((a, b) => Number(isPicture(a)) - Number(isPicture(b)))
    .map(fileOf)
  const remarks = [
    ...(isCut ? [`Only the first ${TEXT_MAX} characters of the text are here.`] : []),
    ...(text.includes('\uFFFD') ? ['Some characters of the text could not be decoded.'] : []),
    ...mail.attachments.flatMap(remarksOn),
  ]
  const digest = createHash('sha256').update(JSON.stringify([head.from, head.subject, mail.date ?? '', text]))
  for (const { name, bytes } of attachments) digest.update(`\0${name}\0`).update(bytes)
  return { ...head, text, attachments, remarks: [...new Set(remarks)], digest: digest.digest('hex') }
}

/** The headers alone, of an e-mail whose parts cannot be parsed. */
export async function parseHead(start: Uint8Array): Promise<EmailHead> {
  const text = Buffer.from(start)
  const ends = ['\r\n\r\n', '\n\n'].map((end) => text.indexOf(end)).filter((at) => at >= 0)
  const head = text.subarray(0, Math.min(text.length, ...ends))
  return headOf(await PostalMime.parse(new Uint8Array(head)), start)
}

function hasTooManyLines(source: Uint8Array): boolean {
  let lines = 0
  for (let at = source.indexOf(10); at >= 0 && lines <= LINES; at = source.indexOf(10, at + 1)) lines += 1
  return lines > LINES
}

function headOf(mail: Email, source: Uint8Array): EmailHead {
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]))
  const from = addressesIn(mail.from)[0] ?? ''
  const subject = oneLine(mail.subject ?? '').slice(0, SUBJECT_MAX)
  const answers = [...idsIn(mail.inReplyTo), ...idsIn(mail.references).toReversed()]
  const delivered = plain(headers.get('delivered-to') ?? '')
    .trim()
    .toLowerCase()
  return {
    messageId: idsIn(mail.messageId)[0] ?? `${createHash('sha256').update(source).digest('hex')}@no-message-id`,
    from,
    to: [mail.to, mail.cc]
      .flat()
      .flatMap((one) => addressesIn(one))
      .concat(delivered === '' ? [] : delivered),
    subject,
    answers: [...new Set(answers)],
    isAutomatic: isAutomatic({ headers, subject, from }),
  }
}

/** A part as the library keeps it. Its types leave it out. */
interface Part {
  content?: ArrayBuffer
  contentType: { multipart: string | false; parsed: { value: string; params: Record<string, string> } }
}

/** Reads text without a declared encoding as its bytes say it, where the library takes it for UTF-8. */
class LetterParser extends PostalMime {
  collectNode(node: Part, ...rest: unknown[]): Promise<void> {
    const { parsed, multipart } = node.contentType
    const isText = !multipart && (parsed.value === 'text/html' || parsed.value === 'text/plain')
    if (isText && node.content && !parsed.params['charset']) {
      parsed.params['charset'] = encodingOf(new Uint8Array(node.content))
    }
    const collect = Reflect.get(PostalMime.prototype, 'collectNode') as (...args: unknown[]) => Promise<void>
    return collect.call(this, node, ...rest)
  }
}

const isPicture = ({ mimeType, disposition, related }: Attachment) =>
  mimeType.toLowerCase().startsWith('image/') && (related === true || disposition === 'inline')

function fileOf({ filename, content, mimeType }: Attachment): EmailAttachment {
  return {
    name: oneLine(filename ?? '') || (mimeType === 'message/rfc822' ? 'message.eml' : 'attachment'),
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }
}

const CLOSED: Readonly<Record<string, string>> = {
  'application/pkcs7-mime':
    'It is encrypted, or signed in a closed form (S/MIME): its text is in the message as it came alone.',
  'application/x-pkcs7-mime':
    'It is encrypted, or signed in a closed form (S/MIME): its text is in the message as it came alone.',
  'application/pgp-encrypted': 'It is encrypted (PGP): its text is in the message as it came alone.',
  'application/ms-tnef':
    'Outlook wrapped it (winmail.dat): more text and files may be in the message as it came alone.',
  'application/vnd.ms-tnef':
    'Outlook wrapped it (winmail.dat): more text and files may be in the message as it came alone.',
}
const SIGNATURES: ReadonlySet<string> = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
])
/** Parts that are no file of the sender's: a remark says so, or they sign what is there. */
const isWrapping = (type: string) => Object.hasOwn(CLOSED, type.toLowerCase()) || SIGNATURES.has(type.toLowerCase())

function remarksOn({ mimeType, rfc822DepthExceeded }: Attachment): string[] {
  const type = mimeType.toLowerCase()
  return [
    ...(Object.hasOwn(CLOSED, type) ? [CLOSED[type] ?? ''] : []),
    ...(rfc822DepthExceeded ? ['A message that is nested deeply in it was not opened.'] : []),
  ]
}

const idsIn = (text = '') => Array.from(text.matchAll(IDS), ([, id = '']) => plain(id))

/** The database keeps no NUL. */
const plain = (text: string) => text.replaceAll('\u0000', '')

/** Without control characters and runs of spaces. */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .split(' ')
    .filter((part) => part !== '')
    .join(' ')

function addressesIn(one: Address | undefined): string[] {
  if (!one) return []
  const each = one.group ?? [one]
  return each.flatMap(({ address }) => (address ? [oneLine(address).toLowerCase()] : []))
}
