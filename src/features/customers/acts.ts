/** Actions of the customer screen. */
import { customers as calls } from '#contract/calls/customers.ts'
import type { Ctx } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { openNeighbour } from '#src/features/lists/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { Customers } from './customers.ts'
import type { Who } from './queries.ts'

/** From one to the next. */
const TURNS = { all: 'incoming', incoming: 'outgoing', outgoing: 'all' } as const

export function customerActs(customers: Customers) {
  const { store } = customers
  const { api, queries } = customers.data
  const opened = () => store.getState().opened

  return {
    store,
    queries,
    opened,
    /** Not queued: there is no operation for it. Words that the server rejects are there when the note is opened again. */
    writeNote: async ({ platform, customerId, customerName }: Who & { customerName: string }, note: string) => {
      try {
        await api.send(calls.addNote, { params: { platform, customerId }, body: { note } }, { platform })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        customers.data.drafts.write(`note ${customerId}`, { text: note, prompts: [] }, `Note on ${customerName}`)
      }
      await queries.invalidateQueries({ queryKey: ['customers', 'notes'] })
    },
    /** The client before or after this one in the list that was opened, which may have to be read first. */
    showNeighbour: (c: Ctx, direction: 1 | -1) => {
      const who = opened()
      const view = customers.list?.view
      if (!who || !view) return { announce: 'No list of clients was opened' }
      const { list, store } = view
      const here = list.order.getState().order.indexOf(who.customerId)
      const none = 'No further client in the list'
      if (here < 0) return { announce: none }
      return openNeighbour(c, {
        list,
        source: store.getState().source,
        at: here + direction,
        open: (id) => who.goTo(id),
        isStillOpen: () => opened()?.customerId === who.customerId,
        words: { none, unread: 'The next client could not be read' },
      })
    },
    turnDirection: () => {
      opened()?.show('transactions')
      store.setState(({ direction }) => ({ direction: TURNS[direction] }))
      return { announce: `Transactions: ${store.getState().direction}` }
    },
    openNote: () => {
      const who = opened()
      if (!who) return
      const { customerId, customerName: label } = who
      openDrawer('case comment', { ids: [customerId], label, command: 'customer.note', facts: {} })
    },
    showCases: (c: Ctx) => {
      const who = opened()
      if (who) c.ports.navigate(customers.ports.casesHref(who.platform, { id: who.customerId, name: who.customerName }))
    },
    copyId: (c: Ctx) => {
      const id = opened()?.customerId
      if (id === undefined) return
      copyText(c, id, `Copied ${id}`)
    },
    leaveSearch: () => {
      const found = document.querySelector<HTMLElement>('[data-kb-context="customer list"]')
      if (found) found.focus()
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
    leave: () => {
      const who = opened()
      // once, however often it is pressed before the screen closes
      store.setState({ opened: null })
      who?.leave()
    },
  }
}

export type CustomerActs = ReturnType<typeof customerActs>
