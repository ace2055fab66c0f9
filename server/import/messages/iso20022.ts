/** Reads ISO 20022 messages: customer credit transfers (pacs.008) and statements (camt.053), of every version, many in a file. */
import { readAmount } from '#server/text/amount.ts'
import { Fault, faultOf, UnreadableInput } from '#server/text/fault.ts'
import { readMoment } from '#server/text/moment.ts'
import {
  allOf,
  attributeOf,
  firstOf,
  readXmlElements,
  textOf,
  textsOf,
  type Element,
  type Unread,
} from '#server/text/xml.ts'
import { bankOf, sideOf, withAccount } from './iso20022-sides.ts'
import {
  toTransaction,
  ownSideOf,
  type MessageOptions,
  type ReadMessages,
  type Side,
  type Transfer,
  type TransferSide,
} from './transfer.ts'

/** The kinds of messages by the element inside `Document`. */
const READ: Readonly<Record<string, string>> = { FIToFICstmrCdtTrf: 'pacs.008', BkToCstmrStmt: 'camt.053' }
const VERSION = /\b((?:pacs|pain|camt|head|admi|acmt)\.\d{3})\.\d{3}\.\d{2}\b/g

/** True if a text looks like one of ISO 20022. */
export const isIso20022 = (start: string): boolean =>
  /^\s*</.test(start) &&
  (/iso:20022|\b(?:pacs|camt|pain)\.\d{3}\.\d{3}\.\d{2}\b/.test(start) || /<(?:\w+:)?Document[\s>]/.test(start))

interface Place {
  file: string
  /** The message's number in its file. */
  n: number
}

/**
 * The payments of a text. A payment with a fault is returned with its message and path; a message that is no XML, of
 * another kind, or with a document type is one fault. Throws `UnreadableInput` where there is no message at all.
 */
export function readIso20022(text: string, file: string, options: MessageOptions): ReadMessages {
  const result: ReadMessages = { kinds: kindsOf(text), placed: [], errors: [], read: 0, unread: [] }
  const documents = documentsOf(text)
  for (const [n, document] of documents.entries()) {
    try {
      // a truncated message is not a message, however long it is
      const one: ReadMessages = { kinds: [], placed: [], errors: [], read: 0, unread: [] }
      readDocument(document, { file, n: n + 1 }, options, one)
      if (one.read === 0 && !hasNothing(document))
        throw new Fault(
          'message of another kind',
          `is ${kindsOf(document).join(', ') || 'no message'}: pacs.008 and camt.053 are read`,
        )
      for (const each of one.placed) result.placed.push(each)
      for (const each of one.errors) result.errors.push(each)
      result.read += one.read
      result.unread.push(...one.unread)
    } catch (error) {
      if (documents.length === 1 && error instanceof UnreadableInput)
        throw new UnreadableInput(`${file}: ${error.message}`, { cause: error })
      const { reason, message } = faultOf(error)
      const place = documents.length > 1 ? `document ${n + 1} ` : ''
      result.errors.push({
        file,
        line: n + 1,
        message: `${place}${message}`,
        reason: error instanceof Fault ? reason : 'message not readable',
      })
      result.read += 1
    }
  }
  return result
}

const kindsOf = (text: string) =>
  [...new Set(Array.from(text.matchAll(VERSION), ([name]) => name))].filter((name) => !name.startsWith('head'))

/** A statement may have no entry. */
const hasNothing = (text: string) => /<(?:\w+:)?BkToCstmrStmt[\s>]/.test(text) && !/<(?:\w+:)?Ntry[\s>]/.test(text)

/** Documents one after the other, each with its own prologue or without. */
function documentsOf(text: string): string[] {
  const parts = text.split(/(?=<\?xml\s)/).filter((part) => part.trim() !== '')
  return parts.flatMap((part) => {
    const isDocument = /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?Document[\s>]/.test(part)
    return isDocument ? part.split(/(?<=<\/(?:\w+:)?Document\s*>)(?=\s*<)/) : [part]
  })
}

interface Message {
  header?: Element | undefined
  account?: Element | undefined
  statement?: string | undefined
  /** Payments or entries so far. */
  count: number
}

function readDocument(text: string, place: Place, options: MessageOptions, result: ReadMessages): void {
  let message: Message = { count: 0 }
  const names = new Set(['GrpHdr', 'Id', 'Acct', 'Ntry', 'CdtTrfTxInf'])
  const found: Unread[] = readXmlElements(
    text,
    names,
    (element, around) => {
      const inside = around.at(-1) ?? ''
      const kind = around.map((name) => READ[name]).find((each) => each !== undefined)
      if (kind === undefined) return
      if (element.name === 'GrpHdr') message = { header: element, count: 0 }
      if (inside === 'Stmt' && element.name === 'Id')
        message = { ...message, statement: element.text.trim(), account: undefined, count: 0 }
      if (inside === 'Stmt' && element.name === 'Acct') message.account = element
      if (element.name !== 'Ntry' && element.name !== 'CdtTrfTxInf') return
      message.count += 1
      const where = [
        `message ${textOf(message.header, 'MsgId') ?? place.n}`,
        message.statement && `statement ${message.statement}`,
        `${element.name}[${message.count}]`,
      ]
      const at = { ...place, path: where.filter(Boolean).join(', ') }
      if (element.name === 'CdtTrfTxInf') keep(result, at, () => [ofCreditTransfer(element, message, options)])
      else keepEntry(result, at, element, message, options)
    },
    'ISO 20022 messages',
  ).unread
  result.unread.push(...found)
}

type At = Place & { path: string }

/** Counts what `make` answers, or its fault. */
function keep(result: ReadMessages, { file, n, path }: At, make: () => ReturnType<typeof toTransaction>[]): void {
  try {
    const made = make()
    result.read += made.length
    for (const transaction of made) result.placed.push({ transaction, file, line: n })
  } catch (error) {
    const { reason, message } = faultOf(error)
    result.read += 1
    result.errors.push({ file, line: n, message: `${path}: ${message}`, reason })
  }
}

const amountOf = (element: Element | undefined, name: string) =>
  readAmount(element?.text, name, { decimal: '.', isSigned: false }).value

function ofCreditTransfer(element: Element, { header }: Message, options: MessageOptions) {
  const settled = firstOf(element, 'IntrBkSttlmAmt')
  const instructed = firstOf(element, 'InstdAmt')
  const ids = firstOf(element, 'PmtId')
  const endToEnd = textOf(ids, 'EndToEndId')
  const own =
    textOf(ids, 'UETR') ??
    textOf(ids, 'TxId') ??
    (endToEnd === 'NOTPROVIDED' ? undefined : endToEnd) ??
    textOf(ids, 'InstrId')
  if (own === undefined) throw new Fault('no id', 'PmtId has no UETR, TxId, EndToEndId or InstrId')
  const day =
    textOf(element, 'AccptncDtTm') ??
    textOf(element, 'IntrBkSttlmDt') ??
    textOf(header, 'IntrBkSttlmDt') ??
    textOf(header, 'CreDtTm')
  const charges = allOf(element, 'ChrgsInf').flatMap((one) => moneyText(firstOf(one, 'Amt')))
  const transfer: Transfer = {
    id: own,
    at: readMoment(day, 'IntrBkSttlmDt', { latest: options.latest, order: 'year first' }),
    amount: amountOf(settled, 'IntrBkSttlmAmt'),
    currency: attributeOf(settled, 'Ccy') ?? '',
    debtor: withAccount(
      sideOf(firstOf(element, 'Dbtr')),
      firstOf(element, 'DbtrAcct'),
      bankOf(firstOf(element, 'DbtrAgt')),
    ),
    creditor: withAccount(
      sideOf(firstOf(element, 'Cdtr')),
      firstOf(element, 'CdtrAcct'),
      bankOf(firstOf(element, 'CdtrAgt')),
    ),
    description: remittanceOf(element),
    charges: [textOf(element, 'ChrgBr'), ...charges].filter(Boolean).join('; '),
    instructed: instructed && {
      amount: amountOf(instructed, 'InstdAmt'),
      currency: attributeOf(instructed, 'Ccy') ?? '',
    },
    rate: textOf(element, 'XchgRate'),
  }
  return toTransaction(transfer, ownSideOf(transfer, options.bics), options.rates)
}

const moneyText = (element: Element | undefined) =>
  element ? [`${element.text.trim()} ${attributeOf(element, 'Ccy') ?? ''}`.trim()] : []

function remittanceOf(element: Element): string | undefined {
  const parts = [
    ...textsOf(element, 'RmtInf', 'Ustrd'),
    ...textsOf(element, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...textsOf(element, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb'),
    ...textsOf(element, 'RmtInf', 'Strd', 'AddtlRmtInf'),
    ...textsOf(element, 'Purp', 'Cd'),
    ...textsOf(element, 'Purp', 'Prtry'),
  ]
  return [...new Set(parts)].join(' ') || undefined
}

/** An entry of a statement: booked entries count, each of their transactions is a payment. */
function keepEntry(result: ReadMessages, at: At, entry: Element, message: Message, options: MessageOptions): void {
  const details = allOf(entry, 'NtryDtls', 'TxDtls')
  const status = textOf(entry, 'Sts', 'Cd') ?? textOf(entry, 'Sts')
  if (details.length === 0 || (status !== undefined && status !== 'BOOK')) {
    keep(result, at, () => [ofEntry(entry, undefined, message, options)])
    return
  }
  for (const [n, one] of details.entries()) {
    const path = details.length === 1 ? at.path : `${at.path}/TxDtls[${n + 1}]`
    keep(result, { ...at, path }, () => [ofEntry(entry, { element: one, n, of: details.length }, message, options)])
  }
}

function ofEntry(
  entry: Element,
  detail: { element: Element; n: number; of: number } | undefined,
  { account, statement, header, count }: Message,
  options: MessageOptions,
) {
  const status = textOf(entry, 'Sts', 'Cd') ?? textOf(entry, 'Sts')
  if (status !== undefined && status !== 'BOOK')
    throw new Fault('not booked', `Sts is ${status}: booked entries are read`)
  const [booked, valued] = [firstOf(entry, 'BookgDt'), firstOf(entry, 'ValDt')]
  const day = textOf(booked, 'DtTm') ?? textOf(booked, 'Dt') ?? textOf(valued, 'DtTm') ?? textOf(valued, 'Dt')
  const money = detailAmount(entry, detail)
  const owner = withAccount(sideOf(firstOf(account, 'Ownr')), account, bankOf(firstOf(account, 'Svcr')))
  const sign = (detail && textOf(detail.element, 'CdtDbtInd')) ?? textOf(entry, 'CdtDbtInd')
  if (sign !== 'CRDT' && sign !== 'DBIT')
    throw new Fault('no direction', `CdtDbtInd is ${sign ?? 'missing'}: CRDT or DBIT`)
  const whose: TransferSide = sign === 'DBIT' ? 'debtor' : 'creditor'
  const other = detail ? otherOf(detail.element, whose) : { bank: {} }
  const reference = detail && firstOf(detail.element, 'Refs')
  const fallback = [
    textOf(entry, 'AcctSvcrRef') ??
      `${statement ?? textOf(header, 'MsgId') ?? ''}/${textOf(entry, 'NtryRef') ?? count}`,
  ]
  if (detail && detail.of > 1) fallback.push(String(detail.n + 1))
  const isReversal = textOf(entry, 'RvslInd') === 'true'
  const description = [detail && remittanceOf(detail.element), textOf(entry, 'AddtlNtryInf'), isReversal && 'Reversal']
  const transfer: Transfer = {
    id: textOf(reference, 'UETR') ?? textOf(reference, 'TxId') ?? fallback.join('/'),
    at: readMoment(day, 'BookgDt', { latest: options.latest, order: 'year first' }),
    ...money,
    debtor: whose === 'debtor' ? owner : other,
    creditor: whose === 'creditor' ? owner : other,
    description: description.filter(Boolean).join(' ') || undefined,
    charges: chargesOf(detail?.element ?? entry),
  }
  return toTransaction(transfer, { whose, isInternal: false }, options.rates)
}

/** The amount of a transaction within an entry: its own, or the entry's where it is the only one. */
function detailAmount(
  entry: Element,
  detail: { element: Element; of: number } | undefined,
): { amount: string; currency: string } {
  const whole = firstOf(entry, 'Amt')
  const own = detail && (firstOf(detail.element, 'Amt') ?? firstOf(detail.element, 'AmtDtls', 'TxAmt', 'Amt'))
  if (detail && detail.of > 1 && !own) throw new Fault('no amount', 'TxDtls has no amount, and the entry has several')
  const used = own ?? whole
  return { amount: amountOf(used, 'Amt'), currency: attributeOf(used, 'Ccy') ?? '' }
}

function otherOf(details: Element, whose: TransferSide): Side {
  const parties = firstOf(details, 'RltdPties')
  const name = whose === 'debtor' ? 'Cdtr' : 'Dbtr'
  // versions from 8 on have a party or an agent inside
  const party = firstOf(parties, name, 'Pty') ?? firstOf(parties, name)
  return withAccount(sideOf(party), firstOf(parties, `${name}Acct`), bankOf(firstOf(details, 'RltdAgts', `${name}Agt`)))
}

function chargesOf(element: Element): string | undefined {
  const amounts = [...allOf(element, 'Chrgs', 'Rcrd', 'Amt'), ...allOf(element, 'Chrgs', 'Amt')]
  return amounts.flatMap(moneyText).join('; ') || undefined
}
