/** Reads a file or folder of payments in the form that it is recognised by: a table with a mapping, ISO 20022 or MT103. */
import { createReadStream, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeText } from '#server/text/decode.ts'
import { latin1 } from '#server/text/encoding.ts'
import { UnreadableInput } from '#server/text/fault.ts'
import type { Unread } from '#server/text/xml.ts'
import { readTransactions, CSV_SETTING } from './csv.ts'
import { formOf, PUBLIC_FORMS, type PublicForm } from './forms/public-data.ts'
import { isIso20022, readIso20022 } from './messages/iso20022.ts'
import { isMt, readMt103 } from './messages/mt103.ts'
import type { MessageOptions, ReadMessages } from './messages/transfer.ts'
import { readMapping, type Mapping } from './mapping.ts'
import type { ReadPayments } from './payments.ts'
import { readHeader } from './read-csv.ts'

/** Forms of messages beside those of tables. */
export const MESSAGE_FORMS = ['iso20022', 'mt103'] as const
export const FORMS: readonly string[] = [...PUBLIC_FORMS.map(({ id }) => id), ...MESSAGE_FORMS]

export interface PaymentOptions {
  /** A file or a folder of files. */
  path: string
  map?: string | undefined
  /** One of `FORMS`; recognised where it is left out. */
  form?: string | undefined
  encoding?: string | undefined
  /** The moment from which numbers of hours and days are counted. */
  start?: Date | undefined
  /** See `MessageOptions`. */
  bics?: readonly string[]
  rates?: Readonly<Record<string, string>>
}

const DAY = 86_400_000
/** Bytes that tell messages from tables. */
const START = 4096
const MESSAGE_SETTING = '--encoding'

/** Throws `UnreadableInput` if a file cannot be read; of a folder each such file is a fault. */
export async function readPayments(options: PaymentOptions, now: Date): Promise<ReadPayments> {
  const mapping = options.map === undefined ? undefined : adapted(readMapping(options.map), options)
  const info = statSync(options.path, { throwIfNoEntry: false })
  if (!info) throw new UnreadableInput(`${options.path} cannot be read: there is no such file or folder`)
  if (!info.isDirectory()) return await readFile(options.path, { ...options, mapping }, now)
  const files = readdirSync(options.path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.map.json'))
    .map(({ name }) => join(options.path, name))
    .toSorted()
  if (files.length === 0) throw new UnreadableInput(`${options.path} has no files.`)
  const all: ReadPayments = { said: [], placed: [], errors: [], read: 0, unread: [] }
  for (const file of files) {
    try {
      add(all, await readFile(file, { ...options, mapping }, now))
    } catch (error) {
      if (!(error instanceof UnreadableInput)) throw error
      all.errors.push({ file, line: 0, message: error.message, reason: 'a file that is not read' })
      all.read += 1
    }
  }
  return all
}

function add(all: ReadPayments, one: ReadPayments): void {
  all.said.push(...one.said)
  for (const each of one.placed) all.placed.push(each)
  for (const each of one.errors) all.errors.push(each)
  all.read += one.read
  all.unread = [...new Set([...all.unread, ...one.unread])]
  if (one.marked) all.marked = new Set([...(all.marked ?? []), ...one.marked])
}

type FileOptions = PaymentOptions & { mapping: Mapping | undefined }

async function readFile(file: string, options: FileOptions, now: Date): Promise<ReadPayments> {
  if (options.mapping) return await readTransactions(file, options.mapping, now)
  const messages = await messageForm(file, options)
  if (messages !== undefined) return readMessages(file, messages, options, now)
  const form = await tableForm(file, options)
  const read = await readTransactions(file, adapted(form.mapping, options), now)
  return { ...read, said: [`${file} is of the form ${form.id}, ${form.label}`, ...read.said, ...form.assumed] }
}

/** Options of the command line override the mapping. */
const adapted = (mapping: Mapping, { encoding, start, rates }: PaymentOptions): Mapping => ({
  ...mapping,
  ...(encoding !== undefined && { encoding }),
  ...(start !== undefined && { start: start.toISOString().slice(0, 10) }),
  ...(rates && { rates: { ...mapping.rates, ...rates } }),
})

type MessageForm = (typeof MESSAGE_FORMS)[number]

async function messageForm(file: string, { form, encoding }: PaymentOptions): Promise<MessageForm | undefined> {
  const wanted = MESSAGE_FORMS.find((each) => each === form)
  if (wanted !== undefined || form !== undefined) return wanted
  const start = await startOf(file, encoding)
  if (isIso20022(start)) return 'iso20022'
  if (isMt(start)) return 'mt103'
  if (/^\s*</.test(start)) throw new UnreadableInput(`${file} is XML, and no message of ISO 20022.`)
  return undefined
}

/** The first characters, for a look: what they are in a wide encoding too, without its zero bytes. */
async function startOf(file: string, encoding: string | undefined): Promise<string> {
  for await (const chunk of createReadStream(file, { end: START - 1 })) {
    const text = latin1(chunk as Uint8Array).replaceAll('\0', '')
    return encoding === undefined ? text.replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/, '') : text
  }
  return ''
}

async function tableForm(file: string, { form, encoding }: PaymentOptions): Promise<PublicForm> {
  const header = await readHeader(file, { encoding, setting: CSV_SETTING })
  const wanted = PUBLIC_FORMS.find(({ id }) => id === form)
  const found = wanted ?? formOf(header)
  if (found) return found
  throw new UnreadableInput(
    `${file} is of no form that is known (${FORMS.join(', ')}): name its columns in a mapping, --map. Its columns are ${header.columns.join(', ')}.`,
  )
}

function readMessages(file: string, form: MessageForm, options: PaymentOptions, now: Date): ReadPayments {
  const { text, encoding } = decodeText(readFileSync(file), {
    file,
    encoding: options.encoding,
    setting: MESSAGE_SETTING,
  })
  const bics = options.bics ?? []
  const about: MessageOptions = { bics, rates: options.rates ?? {}, latest: new Date(now.getTime() + DAY) }
  const read: ReadMessages = form === 'mt103' ? readMt103(text, file, about) : readIso20022(text, file, about)
  const whose =
    bics.length > 0
      ? `the customer is the side whose bank is ${bics.join(' or ')}`
      : 'the customer is the debtor, since --bic names no bank of ours; of a statement its owner'
  return {
    said: [`${file}: ${read.kinds.join(', ')} in ${encoding.name} (by ${encoding.from}); ${whose}`],
    placed: read.placed,
    errors: read.errors,
    read: read.read,
    unread: merged(read.unread),
  }
}

const merged = (unread: readonly Unread[]) => [...new Set(unread.map(({ name }) => name))]
