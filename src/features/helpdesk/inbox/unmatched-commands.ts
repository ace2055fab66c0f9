/** The commands of messages that are on no ticket: put on one, or discarded with a reason. */
import { helpdesk as calls } from '#contract/calls/helpdesk.ts'
import type { UnmatchedEmail } from '#contract/model/ticket.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import { reasonArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { ignoreRefusal } from '#src/data/net/ignore-refusal.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { ticketDetail, ticketTitle, unmatchedKey, unmatchedQueries } from './unmatched.ts'

const inInbox = inView('unmatched')
const onRow = all(inInbox, flag('hasCursor'))

export function unmatchedCommands({ api, queries }: Pick<Data, 'api' | 'queries'>): Command[] {
  const rowOf = (c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as UnmatchedEmail | undefined
  const fromOf = (c: Ctx) => rowOf(c)?.from ?? 'a sender'
  const again = () => queries.invalidateQueries({ queryKey: unmatchedKey(currentPlatform()) })
  /** The row leaves at once, so that the next one is under the cursor; what the server refused comes back. */
  const leave = async (platform: string, id: string, sending: Promise<unknown>) => {
    queries.setQueryData(unmatchedQueries.list(api, platform).queryKey, (was) => {
      const items = was?.items.filter((one) => one.id !== id)
      return was && items && { items, total: was.total - was.items.length + items.length }
    })
    await ignoreRefusal(sending).finally(again)
  }
  const whyNot = (c: Ctx) => (c.size > 1 ? 'One message at a time: clear the selection' : null)

  return [
    defineCommand({
      id: 'nav.unmatched',
      title: 'Go to Unmatched messages',
      shortTitle: 'Unmatched messages',
      group: 'Navigate',
      keywords:
        'helpdesk, inbound, mail, e-mail, answers, replies, inbox, letters, incoming mail, unread, orphan, unassigned messages, customer replies, mailbox',
      keys: ['g shift+m'],
      run: (c) => c.ports.navigate(`/admin/${encodeURIComponent(currentPlatform())}/unmatched`),
    }),
    defineCommand({
      id: 'message.attach',
      title: (c) => `Attach the message from ${fromOf(c)} to a ticket…`,
      shortTitle: 'Attach to ticket…',
      group: 'Customer',
      keywords: 'match, thread, helpdesk, answer, link, assign to ticket, link to ticket',
      when: onRow,
      keys: ['enter', 'a'],
      undo: { kind: 'none', confirm: true },
      calls: [calls.matchEmail],
      disabledReason: whyNot,
      args: [
        defineArg<'ticket', string>({
          name: 'ticket',
          type: 'choice',
          prompt: (c) => `Attach the message from ${fromOf(c)} to`,
          async source(c) {
            const row = rowOf(c)
            if (!row) return []
            const { tickets } = await queries.fetchQuery(unmatchedQueries.one(api, currentPlatform(), row.id))
            return tickets.map((one) => ({
              id: one.id,
              value: one.id,
              title: ticketTitle(one),
              detail: ticketDetail(one),
              keywords: [one.customerId, one.caseId ?? ''],
            }))
          },
          // digits are the number of a ticket, and pick nothing
          typed: () => 'the number of a ticket',
          create(c, query) {
            const number = query.trim().replace(/^#/, '')
            const known = queries.getQueryData(
              unmatchedQueries.one(api, currentPlatform(), rowOf(c)?.id ?? '').queryKey,
            )
            const isNew = /^\d{1,18}$/.test(number) && !known?.tickets.some(({ id }) => id === number)
            return isNew ? { id: number, value: number, title: `Ticket #${number}` } : null
          },
        }),
      ],
      run(c, { ticket }) {
        const row = rowOf(c)
        if (!row) return
        const platform = currentPlatform()
        const input = { params: { platform, emailId: row.id }, body: { ticketId: ticket } }
        void leave(platform, row.id, api.send(calls.matchEmail, input, { platform }))
      },
    }),
    defineCommand({
      id: 'message.discard',
      title: (c) => `Discard the message from ${fromOf(c)}…`,
      shortTitle: 'Discard…',
      group: 'Customer',
      keywords: 'dismiss, delete, spam, remove, junk, trash, ignore',
      when: onRow,
      keys: ['#', 'delete'],
      calls: [calls.discardEmail],
      disabledReason: whyNot,
      args: [reasonArg((c) => `Discard the message from ${fromOf(c)} for good, because`)],
      run(c, { reason }) {
        const row = rowOf(c)
        if (!row) return
        const platform = currentPlatform()
        const input = { params: { platform, emailId: row.id }, body: { reason } }
        void leave(platform, row.id, api.send(calls.discardEmail, input, { platform }))
      },
    }),
    refreshCommand({ id: 'message.refresh', noun: 'unmatched messages', when: inInbox, run: () => void again() }),
  ]
}
