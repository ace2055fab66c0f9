/** The commands of a customer's screen: its sections, what a row leads to. */
import { customers as calls } from '#contract/calls/customers.ts'
import { defineCommand, type Command, type Keywords } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import { textArg } from '#src/commands/text-arg.ts'
import { SECTION_LABELS, SECTIONS } from '#src/features/customers/sections/sections.ts'
import { neighbourCommands, refreshCommand } from '#src/features/lists/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { Customers } from './customers.ts'
import { customerActs, type CustomerActs } from './acts.ts'

const SECTION_KEYWORDS: Record<(typeof SECTIONS)[number], Keywords> = {
  profile:
    'overview, general, kyc, personal data, details, address, date of birth, nationality, identity, cdd, contact data, summary',
  alerts: 'account alerts, hits, open alerts, red flags, warnings',
  transactions: 'payments, transfers, statement, activity, movements, account activity, money in, money out, ledger',
  risk: 'risk score, risk rating, rating, score, sanctions, pep, screening, matches, adverse media, level, crr, assessment',
  documents:
    'files, id documents, identity documents, passport, id card, proof of address, attachments, uploads, pictures, evidence',
  notes: 'comments, remarks, memo, case notes, history of notes, narratives',
  company:
    'ubo, beneficial owner, beneficial owners, ownership, shareholders, directors, structure, corporate, group, tree, subsidiaries, org chart',
  log: 'history, audit, changes, timeline, activity log, audit trail, events, what happened',
  helpdesk: 'tickets, correspondence, emails, messages, conversation, requests, rfi, communication, support',
}

const onCustomer = inView('customer')
const onRow = all(onCustomer, flag('hasCursor'))

export function customerCommands(customers: Customers): Command[] {
  const acts = customerActs(customers)
  return [...placeCommands(acts), ...workCommands(acts), ...viewCommands(acts)]
}

function placeCommands({ store, opened, showNeighbour }: CustomerActs): Command[] {
  const fold = (isOpening: boolean) =>
    defineCommand({
      id: isOpening ? 'customer.unfold' : 'customer.fold',
      title: isOpening ? 'Expand, or go to the first child' : 'Collapse, or go to the parent',
      shortTitle: isOpening ? 'Unfold' : 'Fold',
      group: 'Navigate',
      hidden: true,
      repeat: 'allow',
      when: onRow,
      keys: [isOpening ? 'right' : 'left'],
      disabledReason: () => (store.getState().fold ? null : 'Only the company structure can be collapsed'),
      run: () => store.getState().fold?.(isOpening),
    })

  return [
    ...neighbourCommands({
      next: 'customer.next',
      previous: 'customer.previous',
      noun: 'client',
      place: 'the list',
      when: onCustomer,
      show: showNeighbour,
    }),
    defineCommand({
      id: 'customer.section',
      title: (c) => `Show ${SECTION_LABELS[SECTIONS[(c.digit ?? 1) - 1] ?? 'profile']}`,
      shortTitle: Object.values(SECTION_LABELS).join(', '),
      group: 'View',
      hidden: true,
      when: onCustomer,
      keys: ['1..9'],
      run: (c) => {
        const section = SECTIONS[(c.digit ?? 0) - 1]
        if (section) opened()?.show(section)
      },
    }),
    ...SECTIONS.map((section) =>
      defineCommand({
        id: `customer.${section}`,
        title: `Show the customer’s ${SECTION_LABELS[section].toLowerCase()}`,
        shortTitle: SECTION_LABELS[section],
        group: 'Customer',
        keywords: SECTION_KEYWORDS[section],
        when: onCustomer,
        run: () => opened()?.show(section),
      }),
    ),
    defineCommand({
      id: 'customer.openRow',
      title: 'Open the row under the cursor',
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'details, view, show, expand, go in',
      when: onRow,
      keys: ['enter', 'o'],
      disabledReason: () => (store.getState().openRow ? null : 'These rows have no details'),
      run: (c) => {
        const row = c.list?.rowOf(c.targets[0] ?? '')
        if (row !== undefined) store.getState().openRow?.(row)
      },
    }),
    fold(true),
    fold(false),
  ]
}

function workCommands({ store, opened, writeNote, turnDirection, openNote }: CustomerActs): Command[] {
  return [
    defineCommand({
      id: 'customer.search',
      title: 'Search the customer’s transactions',
      shortTitle: 'Search transactions',
      group: 'Customer',
      keywords:
        'find, filter, payments, transactions, find transaction, look up payment, search payments, amount, transfers',
      when: onCustomer,
      keys: ['/', 'f3'],
      run: () => {
        opened()?.show('transactions')
        store.setState({ isSearching: true })
      },
    }),
    defineCommand({
      id: 'customer.direction',
      title: 'Transactions in both directions, incoming or outgoing',
      shortTitle: 'Direction',
      group: 'Customer',
      keywords: 'filter, incoming, outgoing, credits, debits, in, out, deposits, withdrawals, inbound, outbound',
      when: onCustomer,
      keys: ['shift+d'],
      run: turnDirection,
    }),
    defineCommand({
      id: 'customer.comment',
      title: () => `Add a note to ${opened()?.customerName ?? 'the customer'}…`,
      shortTitle: 'Note…',
      group: 'Customer',
      keywords: 'comment, write, remark, note, add comment, annotate, memo, log, customer note, narrative',
      // among alerts a note is on the alert
      when: all(onCustomer, not(flag('alertCursor'))),
      keys: ['c'],
      calls: [calls.addNote],
      run: openNote,
    }),
    defineCommand({
      id: 'customer.note',
      title: () => `Save the note on ${opened()?.customerName ?? 'the customer'}`,
      shortTitle: 'Save note',
      group: 'Customer',
      hidden: true,
      when: onCustomer,
      calls: [calls.addNote],
      args: [textArg('text', () => `Note on ${opened()?.customerName ?? 'the customer'}`, 'a note')],
      run: (_, { text }) => {
        const who = opened()
        if (who) void writeNote(who, text)
      },
    }),
  ]
}

function viewCommands({ store, queries, opened, showCases, copyId, leaveSearch, leave }: CustomerActs): Command[] {
  return [
    defineCommand({
      id: 'customer.cases',
      title: () => `Show the cases of ${opened()?.customerName ?? 'the customer'}`,
      shortTitle: 'Cases',
      group: 'Customer',
      keywords: 'transactions, queue, alerts, all cases, open cases, case history, investigations, previous cases',
      when: onCustomer,
      keys: ['shift+c'],
      run: showCases,
    }),
    defineCommand({
      id: 'customer.table',
      title: 'Figures of twelve months as table or chart',
      shortTitle: 'Table or chart',
      group: 'View',
      keywords: 'figures, graph, chart, twelve months, statistics, numbers, spreadsheet, toggle chart, bar chart',
      when: onCustomer,
      keys: ['t'],
      run: () => store.setState(({ isTable }) => ({ isTable: !isTable })),
    }),
    defineCommand({
      id: 'customer.flow',
      title: 'Enlarge the flow of money',
      shortTitle: 'Enlarge',
      group: 'View',
      keywords:
        'graph, counterparties, network, network graph, link analysis, money flow, flow of funds, relationships, diagram, visualise, full screen, connections',
      when: onCustomer,
      keys: ['f'],
      run: () => {
        const who = opened()
        if (who) openDrawer('money flow', { platform: who.platform, customerId: who.customerId })
      },
    }),
    refreshCommand({
      id: 'customer.refresh',
      noun: 'customer',
      when: onCustomer,
      run: () => void queries.invalidateQueries({ type: 'active' }),
    }),
    defineCommand({
      id: 'customer.copyId',
      title: () => `Copy the id of customer ${opened()?.customerId ?? ''}`,
      shortTitle: 'Copy id',
      group: 'View',
      keywords: 'clipboard, customer id, account number, reference, client id, customer number, iban, ref',
      when: onCustomer,
      keys: ['y'],
      run: copyId,
    }),
    defineCommand({
      id: 'customer.leaveSearch',
      title: 'From the search to the rows',
      shortTitle: 'To the rows',
      group: 'Navigate',
      hidden: true,
      when: all(onCustomer, flag('typing'), not(flag('hasSelection'))),
      keys: ['escape'],
      run: leaveSearch,
    }),
    defineCommand({
      id: 'customer.leave',
      title: 'Back',
      shortTitle: 'Back',
      group: 'Navigate',
      keywords: 'back, close, exit, return, back to list, all customers',
      when: all(onCustomer, not(flag('previewOpen')), not(flag('hasSelection')), not(flag('typing'))),
      keys: ['escape'],
      run: leave,
    }),
  ]
}
