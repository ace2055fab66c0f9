/** Reads SWIFT MT103 messages, many in a file: with their blocks, or the text block alone. */
import { readAmount } from '#server/text/amount.ts'
import { Fault, faultOf, UnreadableInput } from '#server/text/fault.ts'
import { readMoment } from '#server/text/moment.ts'
import {
  toTransaction,
  ownSideOf,
  type Bank,
  type MessageOptions,
  type ReadMessages,
  type Side,
  type Transfer,
} from './transfer.ts'

/** True if a text looks like messages of SWIFT MT. */
export const isMt = (start: string): boolean => /^[\s\p{Cc}$]*(?:\{1:|\{4:|:20:)/u.test(start)

interface Blocks {
  /** The logical terminal of the sender, or receiver of an output message. */
  basic: string
  application: string
  user: string
  text: string
}

/** Fields of the text block by tag with its letter, `32A`, each with its lines. */
type Fields = ReadonlyMap<string, string[]>

/** Throws `UnreadableInput` where there is no message. A message with a fault is returned with its reference. */
export function readMt103(text: string, file: string, options: MessageOptions): ReadMessages {
  const { parts, blocksIn } = messagesOf(text)
  if (parts.length === 0) throw new UnreadableInput(`${file} has no message of SWIFT.`)
  const result: ReadMessages = { kinds: ['MT103'], placed: [], errors: [], read: parts.length, unread: [] }
  const unread = new Map<string, number>()
  for (const [n, part] of parts.entries()) {
    const message = blocksIn(part)
    const fields = message.text === '' ? new Map<string, string[]>() : fieldsOf(message.text)
    const reference = fields.get('20')?.[0] ?? ''
    try {
      const transfer = ofMessage(message, fields, options)
      result.placed.push({
        transaction: toTransaction(transfer, ownSideOf(transfer, options.bics), options.rates),
        file,
        line: n + 1,
      })
      for (const tag of fields.keys()) if (!READ.has(tag)) unread.set(`:${tag}:`, (unread.get(`:${tag}:`) ?? 0) + 1)
    } catch (error) {
      const fault = faultOf(error)
      result.errors.push({
        file,
        line: n + 1,
        message: `message ${n + 1} (${reference || 'no reference'}): ${fault.message}`,
        reason: fault.reason,
      })
    }
  }
  result.unread = [...unread].map(([name, count]) => ({ name, count }))
  return result
}

/** Messages with blocks begin with `{1:`; text blocks alone with `:20:`. */
function messagesOf(text: string): { parts: readonly string[]; blocksIn: (part: string) => Blocks } {
  const plain = text.replaceAll(/\r\n?/g, '\n')
  const whole = plain.split(/(?=\{1:)/).filter((part) => part.startsWith('{1:'))
  if (whole.length > 0) return { parts: whole, blocksIn: blocksOf }
  const parts = plain.split(/^(?=\{4:|:20:)/m).filter((part) => /^(?:\{4:|:20:)/.test(part))
  // a text block in braces has its field 20 on the next line
  const joined = parts.reduce<string[]>((all, part) => {
    if (all.at(-1)?.trim() === '{4:') all[all.length - 1] += part
    else all.push(part)
    return all
  }, [])
  const textOf = (part: string) => bodyOf(part.replace(/^\{4:\n?/, ''))
  return { parts: joined, blocksIn: (part) => ({ basic: '', application: '', user: '', text: textOf(part) }) }
}

const [BASIC, APPLICATION, USER] = [1, 2, 3].map((n) => new RegExp(`\\{${n}:((?:[^{}]|\\{[^{}]*\\})*)\\}`))

function blocksOf(message: string): Blocks {
  const header = (block: RegExp | undefined) => block?.exec(message)?.[1] ?? ''
  const start = message.indexOf('{4:')
  return {
    basic: header(BASIC),
    application: header(APPLICATION),
    user: header(USER),
    text: start < 0 ? '' : bodyOf(message.slice(start + 3)),
  }
}

/** The text up to the hyphen that ends the block. */
function bodyOf(text: string): string {
  const end = /\n-(?:\}|\s*$)/m.exec(text)
  return (end ? text.slice(0, end.index) : text).trim()
}

function fieldsOf(text: string): Fields {
  const fields = new Map<string, string[]>()
  let lines: string[] | undefined
  for (const line of text.split('\n')) {
    const [, tag, rest = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag !== undefined) {
      // repeated fields are charges of several banks, and instructions
      lines = fields.get(tag) ?? []
      lines.push(rest.trim())
      fields.set(tag, lines)
    } else if (line.trim() !== '' && line.trim() !== '$') lines?.push(line.trim())
  }
  return fields
}

/** Tags that a field of the transaction is made of, or that say nothing about it. */
const READ: ReadonlySet<string> = new Set(
  '20 13C 23B 23E 26T 32A 33B 36 50A 50F 50K 52A 52D 53A 53B 53D 54A 54B 54D 55A 56A 56C 56D 57A 57B 57C 57D 59 59A 59F 70 71A 71F 71G 72 77B'.split(
    ' ',
  ),
)
const MONEY = /^([A-Z]{3})([\d,]+)$/

function ofMessage({ basic, application, user, text }: Blocks, fields: Fields, options: MessageOptions): Transfer {
  const type = /^[IO](\d{3})/.exec(application)?.[1]
  if (type !== undefined && type !== '103') throw new Fault('message of another kind', `is MT${type}: MT103 is read`)
  if (text === '') throw new Fault('no text block', 'has no text block')
  const first = (tag: string) => fields.get(tag)?.[0]
  const reference = first('20')
  if (!reference) throw new Fault('no id', ':20: is missing')
  const [, day = '', currency = '', amount = ''] = /^(\d{6})([A-Z]{3})([\d,]+)$/.exec(first('32A') ?? '') ?? []
  if (day === '')
    throw new Fault('no amount', `:32A: is not a date, a currency and an amount: ${first('32A') ?? 'missing'}`)
  const uetr = /\{121:([0-9a-f-]{36})\}/i.exec(user)?.[1]
  const { sender, receiver } = banksOf(basic, application)
  const [, instructedIn = '', instructed = ''] = MONEY.exec(first('33B') ?? '') ?? []
  const charges = [first('71A'), ...(fields.get('71F') ?? []), ...(fields.get('71G') ?? [])]
  return {
    id: uetr ?? reference,
    at: readMoment(day, ':32A:', { order: 'yymmdd', latest: options.latest }),
    amount: moneyOf(amount, ':32A:'),
    currency,
    debtor: { ...partyOf(fields, ['50K', '50F', '50A'], ':50a:'), bank: bankOf(fields, '52', sender) },
    creditor: { ...partyOf(fields, ['59', '59F', '59A'], ':59a:'), bank: bankOf(fields, '57', receiver) },
    description: fields.get('70')?.join(' '),
    charges: charges.filter(Boolean).join('; '),
    instructed: instructedIn === '' ? undefined : { amount: moneyOf(instructed, ':33B:'), currency: instructedIn },
    rate: first('36')?.replace(',', '.'),
  }
}

/** Amounts have a decimal comma, also where nothing follows it. */
const moneyOf = (text: string, name: string) =>
  readAmount(text.replace(/,$/, ''), name, { decimal: ',', isSigned: false }).value

/** The BICs of sender and receiver: an output message names the sender in its input reference. */
function banksOf(basic: string, application: string): { sender: string | undefined; receiver: string | undefined } {
  const own = bicOf(/^[A-Z]\d{2}([A-Z0-9]{12})/.exec(basic)?.[1])
  const input = bicOf(/^I\d{3}([A-Z0-9]{12})/.exec(application)?.[1])
  const output = bicOf(/^O\d{3}\d{4}\d{6}([A-Z0-9]{12})/.exec(application)?.[1])
  return application.startsWith('O') ? { sender: output, receiver: own } : { sender: own, receiver: input }
}

/** Without the letter of the terminal. */
const bicOf = (terminal: string | undefined) =>
  terminal ? terminal.slice(0, 8) + (terminal.slice(9) === 'XXX' ? '' : terminal.slice(9)) : undefined

function bankOf(fields: Fields, tag: '52' | '57', otherwise: string | undefined): Bank {
  const lines = fields.get(`${tag}A`) ?? fields.get(`${tag}D`) ?? fields.get(`${tag}C`) ?? fields.get(`${tag}B`)
  if (!lines) return { bic: otherwise }
  const code = lines[0]?.startsWith('/') ? lines[0].replace(/^\/+/, '') : undefined
  const rest = code === undefined ? lines : lines.slice(1)
  return fields.has(`${tag}A`) ? { bic: rest[0], code } : { name: rest.join(', ') || undefined, code }
}

/** A party by account, name and address: in lines, or in numbered ones (`F`). */
function partyOf(fields: Fields, tags: readonly string[], name: string): Omit<Side, 'bank'> {
  const tag = tags.find((each) => fields.has(each))
  if (tag === undefined) throw new Fault(`no ${name}`, `${name} is missing`)
  const lines = fields.get(tag) ?? []
  const hasAccount = lines[0]?.startsWith('/') ?? false
  const account = hasAccount ? lines[0]?.replace(/^\/+/, '').trim() : undefined
  const rest = hasAccount ? lines.slice(1) : lines
  if (tag.endsWith('A')) return { name: rest[0], account, type: 'business' }
  const isNumbered = tag.endsWith('F') && rest.some((line) => /^\d\//.test(line))
  if (!isNumbered) return { name: rest[0], account, address: { line: rest.slice(1).join(', ') || undefined } }
  const of = (n: number) => rest.flatMap((line) => (line.startsWith(`${n}/`) ? [line.slice(2)] : []))
  const [country = '', ...town] = of(3)[0]?.split('/') ?? []
  const birth = of(4)[0]
  return {
    name: of(1).join(' '),
    account,
    country: /^[A-Z]{2}$/.test(country) ? country : undefined,
    address: { line: of(2).join(', ') || undefined, city: town.join('/') || undefined },
    birth: birth && /^\d{8}$/.test(birth) ? `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}` : undefined,
    type: birth ? 'personal' : undefined,
  }
}
