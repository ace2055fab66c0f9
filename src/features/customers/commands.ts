/** The commands of a customer's screen: its sections, what a row leads to, a decision on a sanctions hit. */
import type { Input } from '#contract/call.ts'
import type { customers as calls } from '#contract/calls/customers.ts'
import type { SanctionMatch } from '#contract/model/customer.ts'
import { SANCTION_OUTCOMES, type SanctionOutcome } from '#contract/model/values.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/when.ts'
import { ApiError } from '#src/data/errors.ts'
import { idAtRead, refreshCommand } from '#src/features/lists/public.ts'
import { humanise } from '#src/format/label.ts'
import { openDrawer } from '#src/ui/drawer-store.ts'
import type { Customers } from './customers.ts'
import { SECTION_LABELS, SECTIONS } from './sections.ts'

type Calls = typeof calls

const onCustomer = inView('customer')
const onRow = all(onCustomer, flag('hasCursor'))

/** From one to the next. */
const TURNS = { all: 'incoming', incoming: 'outgoing', outgoing: 'all' } as const

/** What a person can say; `no_match` is the screening's own word. */
const DECISIONS = SANCTION_OUTCOMES.filter((outcome) => outcome !== 'no_match')

/** The row under the cursor, where it is a hit of the sanctions screening. */
const hitOf = (c: Ctx): SanctionMatch | null => {
  const row = c.list?.rowOf(c.targets[0] ?? '')
  return c.list?.noun[0] === 'hit' && row !== undefined ? (row as SanctionMatch) : null
}

export function customerCommands(customers: Customers): Command[] {
  const { store } = customers
  const { api, queries } = customers.data
  const opened = () => store.getState().opened

  /** Not queued: whoever decides has to see what the list says now. */
  const decide = async (input: Input<Calls['decideSanction']>, platform: string) => {
    // an area of its own, wanted only here: not part of the first load
    const { customers: calls } = await import('#contract/calls/customers.ts')
    try {
      await api.send(calls.decideSanction, input, { platform })
    } catch (error) {
      // the server's words are in the status line already
      if (!(error instanceof ApiError)) throw error
    }
    await queries.invalidateQueries({ queryKey: ['customers', 'sanctions'] })
  }

  const fold = (isOpening: boolean) =>
    defineCommand({
      id: isOpening ? 'customer.unfold' : 'customer.fold',
      title: isOpening ? 'Unfold, or go to the first below' : 'Fold, or go to what is above',
      shortTitle: isOpening ? 'Unfold' : 'Fold',
      group: 'Navigate',
      hidden: true,
      repeat: 'allow',
      when: onRow,
      keys: [isOpening ? 'right' : 'left'],
      disabledReason: () => (store.getState().fold ? null : 'Only the company structure folds'),
      run: () => store.getState().fold?.(isOpening),
    })

  const neighbour = (direction: 1 | -1) =>
    defineCommand({
      id: direction === 1 ? 'customer.next' : 'customer.previous',
      title: direction === 1 ? 'Next client of the list' : 'Previous client of the list',
      shortTitle: direction === 1 ? 'Next client' : 'Previous client',
      group: 'Navigate',
      when: onCustomer,
      keys: direction === 1 ? [']', 'g j'] : ['[', 'g k'],
      run: (c) => {
        const who = opened()
        const view = customers.list?.view
        if (!who || !view) return { announce: 'No list of clients was opened' }
        const { list, store } = view
        const { source } = store.getState()
        const { order } = list.order.getState()
        const here = order.indexOf(who.customerId)
        const at = here + direction
        const goTo = (id: string) => {
          list.moveToId(id)
          who.goTo(id)
        }
        const id = order.idAt(at)
        if (here >= 0 && id !== undefined) return goTo(id)
        if (!source || here < 0 || at < 0 || at >= order.total) return { announce: 'No further client in the list' }
        void idAtRead(source, at).then((read) => {
          if (read === undefined) return c.actions.say('The next client could not be read')
          return opened()?.customerId === who.customerId ? goTo(read) : undefined
        })
        return { announce: 'Reading on' }
      },
    })

  return [
    neighbour(1),
    neighbour(-1),
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
        when: onCustomer,
        run: () => opened()?.show(section),
      }),
    ),
    defineCommand({
      id: 'customer.openRow',
      title: 'Open what is under the cursor',
      shortTitle: 'Open',
      group: 'Navigate',
      when: onRow,
      keys: ['enter', 'o'],
      disabledReason: () => (store.getState().openRow ? null : 'There is nothing behind these rows'),
      run: (c) => {
        const row = c.list?.rowOf(c.targets[0] ?? '')
        if (row !== undefined) store.getState().openRow?.(row)
      },
    }),
    fold(true),
    fold(false),
    defineCommand({
      id: 'customer.search',
      title: 'Search the customer’s transactions',
      shortTitle: 'Search transactions',
      group: 'Customer',
      keywords: ['find', 'filter', 'payments'],
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
      keywords: ['filter', 'incoming', 'outgoing'],
      when: onCustomer,
      keys: ['shift+d'],
      run: () => {
        opened()?.show('transactions')
        store.setState(({ direction }) => ({ direction: TURNS[direction] }))
        return { announce: `Transactions: ${store.getState().direction}` }
      },
    }),
    defineCommand({
      id: 'customer.decideSanction',
      title: (c) => `Decide on the hit “${hitOf(c)?.name ?? ''}”…`,
      shortTitle: 'Decide on the hit…',
      group: 'Customer',
      keywords: ['sanction', 'screening', 'match', 'false positive'],
      when: onRow,
      keys: ['d'],
      offline: 'block',
      disabledReason: (c) => {
        const hit = hitOf(c)
        if (!hit) return 'Not a sanctions hit'
        return hit.version === undefined ? 'There is nothing to decide here' : null
      },
      args: [
        // with the version on which it was chosen: what has come since is not overwritten unseen
        defineArg<'decision', { outcome: SanctionOutcome; version: number }>({
          name: 'decision',
          type: 'choice',
          prompt: (c) => `${hitOf(c)?.name ?? 'The hit'} is`,
          source: (c) => {
            const version = hitOf(c)?.version
            if (version === undefined) return []
            return DECISIONS.map((outcome) => ({ id: outcome, value: { outcome, version }, title: humanise(outcome) }))
          },
        }),
        defineArg<'note', string>({
          name: 'note',
          type: 'text',
          prompt: () => 'Why',
          source: () => [],
          create: (_, query) => (query.trim() ? { id: 'typed', value: query.trim(), title: query.trim() } : null),
        }),
      ],
      run: (c, { decision, note }) => {
        const hit = hitOf(c)
        const who = opened()
        if (!hit || !who) return
        const { platform, customerId } = who
        const params = { platform, customerId, matchId: hit.id }
        void decide({ params, body: { ...decision, note } }, platform)
      },
    }),
    defineCommand({
      id: 'customer.table',
      title: 'Figures of twelve months as table or chart',
      shortTitle: 'Table or chart',
      group: 'View',
      when: onCustomer,
      keys: ['t'],
      run: () => store.setState(({ isTable }) => ({ isTable: !isTable })),
    }),
    defineCommand({
      id: 'customer.flow',
      title: 'Show the flow of money large',
      shortTitle: 'Show large',
      group: 'View',
      keywords: ['graph', 'counterparties'],
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
      keywords: ['clipboard'],
      when: onCustomer,
      keys: ['y'],
      run: (c) => {
        const id = opened()?.customerId
        if (id === undefined) return
        navigator.clipboard.writeText(id).then(
          () => c.actions.say(`Copied ${id}`),
          () => c.actions.say('The browser did not let the text be copied'),
        )
      },
    }),
    defineCommand({
      id: 'customer.leaveSearch',
      title: 'From the search to the rows',
      shortTitle: 'To the rows',
      group: 'Navigate',
      hidden: true,
      when: all(onCustomer, flag('typing'), not(flag('hasSelection'))),
      keys: ['escape'],
      run: () => {
        const found = document.querySelector<HTMLElement>('[data-kb-context="customer list"]')
        if (found) found.focus()
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      },
    }),
    defineCommand({
      id: 'customer.leave',
      title: 'Back to where I came from',
      shortTitle: 'Back',
      group: 'Navigate',
      when: all(onCustomer, not(flag('previewOpen')), not(flag('hasSelection')), not(flag('typing'))),
      keys: ['escape'],
      run: () => {
        const who = opened()
        // once, however often it is pressed before the screen is gone
        store.setState({ opened: null })
        who?.leave()
      },
    }),
  ]
}
