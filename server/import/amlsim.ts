/**
 * IBM AMLSim's sample format: `nodes.csv` (accounts) and `transactions.csv` (transfers). What it does not say:
 *
 * - service, country, description: unknown; rules that need one are not applicable.
 * - currency: USD.
 * - time: a day's number. Day 0 is `start`; the transfers of a day keep their order and lie evenly over its 24 hours.
 * - perspective: one transaction a transfer, its customer the sender, outgoing; both accounts are on the platform, so
 *   rules see the receiver's side too.
 * - customers: personal, named after the account's number.
 *
 * Ids are `S` and the line's number in the file, so importing a file again changes nothing.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Party } from '#server/monitoring/ingestion/incoming.ts'
import { Fault, UnreadableInput } from '#server/text/fault.ts'
import type { ReadPayments } from './payments.ts'
import { decimal, readCsv, whole, type Cell } from './read-csv.ts'

export const ID_PREFIX = 'S'
/** Day 0 unless the import sets one: any fixed day will do. */
export const DEFAULT_START = '2026-01-01'
const DAY = 86_400_000

/** Reads a folder. Throws `UnreadableInput` where it is not one of AMLSim. */
export async function readAmlsim(
  folder: string,
  start: Date,
): Promise<ReadPayments & Required<Pick<ReadPayments, 'customers' | 'marked'>>> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UnreadableInput(`${folder} is no folder. An AMLSim folder holds nodes.csv and transactions.csv.`)
  }
  const [nodesFile, file] = [join(folder, 'nodes.csv'), join(folder, 'transactions.csv')]
  const nodes = await readColumns(nodesFile, ['nodeid', 'isFraud'], (cell) => ({
    party: account(whole(cell('nodeid'), 'nodeid'), start),
    isMarked: whole(cell('isFraud'), 'isFraud') > 0,
  }))
  const byId = new Map(nodes.rows.map(({ party }) => [party.id, party]))
  const known = (value: string, name: string) => {
    const party = byId.get(idOf(whole(value, name)))
    if (party === undefined) throw new Fault(`${name}: unknown`, `${name} ${value} is not in nodes.csv`)
    return party
  }
  const transfers = await readColumns(file, ['sourceNodeId', 'targetNodeId', 'value', 'time'], (cell, line) => ({
    line,
    from: known(cell('sourceNodeId'), 'sourceNodeId'),
    to: known(cell('targetNodeId'), 'targetNodeId'),
    value: decimal(cell('value'), 'value'),
    day: whole(cell('time'), 'time'),
  }))
  return {
    said: ['AMLSim: currency USD, the customer is the sender, outgoing'],
    customers: nodes.rows.map(({ party }) => party),
    placed: overTheDay(transfers.rows).map(({ line, from, to, value, at }) => ({
      file,
      line,
      transaction: {
        id: `${ID_PREFIX}${String(line).padStart(6, '0')}`,
        at: new Date(start.getTime() + at),
        customer: from,
        counterparty: { name: to.name, country: null, account: to },
        direction: 'outgoing',
        service: null,
        amount: value,
        currency: 'USD',
        usd: value,
        country: null,
        data: { originatorName: from.name, beneficiaryName: to.name },
      },
    })),
    marked: new Set(nodes.rows.filter(({ isMarked }) => isMarked).map(({ party }) => party.id)),
    errors: [...nodes.errors, ...transfers.errors],
    // a broken account is a row that is left out, and an account that is read is none that a payment has to be kept for
    read: transfers.read + nodes.errors.length,
    unread: transfers.unread,
  }
}

async function readColumns<T>(file: string, columns: readonly string[], take: (cell: Cell, line: number) => T) {
  const setting = 'AMLSim is in UTF-8: convert the file'
  const result = await readCsv(file, { setting }, (header) => {
    header.require(columns, file)
    return take
  })
  result.header.require(columns, file)
  return { ...result, unread: result.header.others(columns) }
}

function idOf(node: number): string {
  return String(node)
}

function account(node: number, createdAt: Date): Party {
  return { id: idOf(node), type: 'personal', name: `Account ${node}`, createdAt }
}

/** The k-th of a day's n transfers happens k + ½ n-ths into it; `at` is in milliseconds after the start. */
function overTheDay<T extends { day: number }>(transfers: readonly T[]): (T & { at: number })[] {
  const perDay = new Map<number, number>()
  const seen = new Map<number, number>()
  for (const { day } of transfers) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  return transfers.map((transfer) => {
    const { day } = transfer
    const k = seen.get(day) ?? 0
    seen.set(day, k + 1)
    return { ...transfer, at: day * DAY + Math.floor(((k + 0.5) / (perDay.get(day) ?? 1)) * DAY) }
  })
}
