/** Parses an e-mail (RFC 5322) for the helpdesk. */
import { createHash } from 'node:crypto'
import PostalMime, { type Address } from 'postal-mime'

export interface InboundLetter {
  /** Without angle brackets; made of its bytes where it has none. */
  messageId: string
  from: string
  /** Everybody it was addressed to, in lower case. */
  to: readonly string[]
  subject: string
  text: string
  /** The letters it answers, the latest first. */
  answers: readonly string[]
  attachments: readonly { name: string; bytes: Uint8Array }[]
  /** Automatic mail: out of office, delivery failures. */
  isAutomatic: boolean
}

/** Longer texts are cut, in characters. */
const LONGEST = 100_000
const IDS = /<([^<>\s]{1,500})>/g

export async function parseLetter(source: Uint8Array): Promise<InboundLetter> {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 50 })
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value.toLowerCase()
  const answers = [...idsIn(mail.inReplyTo), ...idsIn(mail.references).toReversed()]
  return {
    messageId: idsIn(mail.messageId)[0] ?? `${createHash('sha256').update(source).digest('hex')}@no-message-id`,
    from: addressesIn(mail.from)[0] ?? '',
    to: [mail.to, mail.cc]
      .flat()
      .flatMap((one) => addressesIn(one))
      .concat(header('delivered-to')?.trim() ?? []),
    subject: plain(mail.subject ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 255),
    text: plain(mail.text ?? '')
      .trim()
      .slice(0, LONGEST),
    answers: [...new Set(answers)],
    attachments: mail.attachments.map(({ filename, content }) => ({
      name: filename ?? 'attachment',
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
    isAutomatic: (header('auto-submitted') ?? 'no') !== 'no' || header('precedence') === 'auto_reply',
  }
}

const idsIn = (text = '') => Array.from(text.matchAll(IDS), ([, id = '']) => id)

/** The database keeps no NUL. */
const plain = (text: string) => text.replaceAll('\u0000', '')

function addressesIn(one: Address | undefined): string[] {
  if (!one) return []
  const each = one.group ?? [one]
  return each.flatMap(({ address }) => (address ? [plain(address).toLowerCase()] : []))
}
