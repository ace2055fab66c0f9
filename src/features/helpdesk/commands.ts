/** The helpdesk by keyboard: a ticket for the current customer, its tickets, a reply, a form request. */
import { helpdesk as calls } from '#contract/calls/helpdesk.ts'
import { CUSTOMER_FORM_TYPES } from '#contract/model/ticket.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, any, inOverlay, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { customerHref } from '#src/features/cases/public.ts'
import { drawerStore, openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { aboutOf, type AboutPorts } from './ticket-about.ts'
import { keepLink, linkTo, type OpenForm } from './form-link.ts'
import type { Helpdesk, MessageText } from './helpdesk.ts'
import { helpdeskQueries } from './queries.ts'

const atWork = inView('queue', 'case', 'accountAlerts', 'customers', 'customer')
const inDrawer = inOverlay('drawer')

/** The reason why there is no single customer; null if there is. */
function notOne(c: Ctx, ports: AboutPorts): string | null {
  const [first, ...others] = aboutOf(c, ports)
  if (!first) return 'No customer, case or alert is selected'
  return others.some(({ customerId, on }) => on || customerId !== first.customerId) ? 'One at a time' : null
}

export function helpdeskCommands(
  helpdesk: Helpdesk,
  data: Pick<Data, 'api' | 'queries'>,
  ports: AboutPorts,
): Command[] {
  const acts = helpdeskActs(helpdesk, data, ports)
  return [...ticketCommands(acts), ...formCommands(acts), ...messageCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function helpdeskActs({ store }: Helpdesk, { api, queries }: Pick<Data, 'api' | 'queries'>, ports: AboutPorts) {
  const about = (c: Ctx) => aboutOf(c, ports)[0]
  const nameOf = (c: Ctx) => about(c)?.customerName ?? 'the customer'

  /** The server's words on what went wrong are in the status line already. */
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  const ask = async (platform: string, customerId: string, formType: string) => {
    await attempt(async () => {
      const form = await api.send(calls.createForm, { params: { platform, customerId, formType } }, { platform })
      keepLink(store, form.id, form.url)
    })
    await queries.invalidateQueries(helpdeskQueries.forms(api, { platform, customerId }))
  }
  const copyLink = (open: OpenForm, say: (text: string) => void) =>
    attempt(async () => {
      const link = await linkTo(store, api, open)
      await navigator.clipboard.writeText(`${open.form.title}: ${link}`).then(
        () => say('Link copied. Send it to the customer only'),
        () => say('The browser did not let the text be copied'),
      )
    })
  const withdraw = async ({ platform, customerId, form }: OpenForm) => {
    await attempt(async () => {
      await api.send(calls.withdrawForm, { params: { formId: form.id } }, { platform })
    })
    await queries.invalidateQueries(helpdeskQueries.forms(api, { platform, customerId }))
  }

  /** The form whose drawer is open, as it was read last. */
  const openForm = (): OpenForm | null => {
    const { name, value } = drawerStore.getState()
    if (name !== 'customer form') return null
    const open = value as OpenForm
    const { queryKey } = helpdeskQueries.forms(api, open)
    const form = queries.getQueryData(queryKey)?.items.find(({ id }) => id === open.form.id)
    return form ? { ...open, form } : open
  }
  const notAsked = () => {
    const open = openForm()
    if (!open) return 'No form is open'
    return { submitted: 'It was submitted already', withdrawn: 'It was withdrawn', not_submitted: null }[
      open.form.status
    ]
  }

  return { store, api, ports, about, nameOf, attempt, ask, copyLink, withdraw, openForm, notAsked }
}
type HelpdeskActs = ReturnType<typeof helpdeskActs>

function ticketCommands({ store, api, ports, about, nameOf, attempt, openForm, notAsked }: HelpdeskActs): Command[] {
  return [
    defineCommand({
      id: 'ticket.new',
      title: (c) => `New ticket for ${nameOf(c)}…`,
      shortTitle: 'New ticket…',
      group: 'Customer',
      keywords:
        'email, e-mail, email customer, mail, message, message customer, contact, contact customer, contact client, write to customer, write, ask, send message, helpdesk, support ticket, letter, zendesk, zoho, outreach, rfi, request information, call customer, communicate, notify customer, reach out, support',
      // over the alert's drawer too
      when: any(
        all(atWork, inOverlay('none')),
        all(inView('queue', 'case', 'accountAlerts', 'customer'), inOverlay('drawer', 'alert')),
      ),
      keys: ['i'],
      calls: [calls.createTicket],
      disabledReason: (c) =>
        drawerStore.getState().name === 'add ticket' ? 'A ticket is already being written' : notOne(c, ports),
      // for an unsubmitted form, the message includes its link
      run: (c) => {
        const [one, open] = [about(c), openForm()]
        if (!one) return undefined
        if (!open || notAsked() !== null) return openDrawer('add ticket', one)
        void attempt(async () => {
          const { title } = open.form
          const text = `Please complete this form: ${title}\n${await linkTo(store, api, open)}`
          openDrawer('add ticket', { ...one, words: { subject: title, text } })
        })
        return undefined
      },
    }),
    defineCommand({
      id: 'ticket.list',
      title: (c) => `Tickets and forms of ${nameOf(c)}`,
      shortTitle: 'Tickets and forms',
      group: 'Customer',
      keywords:
        'helpdesk, correspondence, threads, messages, conversation, emails, inbox, email history, customer messages, replies, communications, sent forms',
      when: atWork,
      keys: ['shift+i'],
      disabledReason: (c) => notOne(c, ports),
      run: (c) => {
        const one = about(c)
        if (one) c.ports.navigate(`${customerHref(one.platform, one.customerId)}?section=helpdesk`)
      },
    }),
  ]
}

function formCommands({ about, nameOf, ask, copyLink, withdraw, openForm, notAsked }: HelpdeskActs): Command[] {
  return [
    defineCommand({
      id: 'ticket.askForm',
      title: (c) => `Ask ${nameOf(c)} for a form…`,
      shortTitle: 'Ask for a form…',
      group: 'Customer',
      keywords:
        'request documents, request information, request document, rfi, source of funds, source of wealth, sof, sow, questionnaire, ask customer, ask for documents, ask for proof, document request, kyc refresh, send form, raise, more information, request proof, edd questionnaire, collect documents, proof of address, invoice',
      when: inView('customer'),
      keys: ['shift+f'],
      calls: [calls.createForm],
      args: [
        defineArg<'formType', string>({
          name: 'formType',
          type: 'choice',
          prompt: (c) => `Ask ${nameOf(c)} for`,
          source: () => Object.entries(CUSTOMER_FORM_TYPES).map(([id, title]) => ({ id, value: id, title })),
        }),
      ],
      run: (c, { formType }) => {
        const one = about(c)
        if (one) void ask(one.platform, one.customerId, formType)
      },
    }),
    defineCommand({
      id: 'ticket.copyLink',
      title: () => `Copy the customer’s link to “${openForm()?.form.title ?? 'the form'}”`,
      shortTitle: 'Copy link',
      group: 'Customer',
      keywords: 'helpdesk, form, page, address, clipboard, url, form link, share link',
      when: inDrawer,
      keys: ['y'],
      calls: [calls.formLink],
      disabledReason: notAsked,
      run: (c) => {
        const open = openForm()
        if (open) void copyLink(open, c.actions.say)
      },
    }),
    defineCommand({
      id: 'ticket.withdrawForm',
      title: () => `Withdraw the form “${openForm()?.form.title ?? ''}”: its links end`,
      shortTitle: 'Withdraw',
      group: 'Customer',
      keywords: 'helpdesk, form, cancel request, cancel form, revoke, retract, unsend, recall',
      when: inDrawer,
      keys: ['shift+y'],
      calls: [calls.withdrawForm],
      undo: { kind: 'none', confirm: true },
      disabledReason: notAsked,
      run: () => {
        const open = openForm()
        if (open) void withdraw(open)
      },
    }),
  ]
}

function messageCommands({ store }: HelpdeskActs): Command[] {
  return [
    defineCommand({
      id: 'ticket.reply',
      title: 'Reply on the ticket',
      shortTitle: 'Reply',
      group: 'Customer',
      keywords: 'helpdesk, answer, write, respond, write back, message, email, send reply',
      when: inDrawer,
      keys: ['r'],
      calls: [calls.reply],
      disabledReason: () => (store.getState().reply ? null : 'No ticket is open'),
      run: () => store.getState().reply?.(),
    }),
    defineCommand({
      id: 'ticket.template',
      title: 'Insert a template into the message…',
      shortTitle: 'Template…',
      group: 'Customer',
      keywords: 'helpdesk, words, snippet, form link, canned response, insert template, standard text, macro',
      when: inDrawer,
      keys: ['t'],
      disabledReason: () => (store.getState().letter ? null : 'No message is being written'),
      args: [
        defineArg<'words', MessageText>({
          name: 'words',
          type: 'choice',
          isInSight: true,
          prompt: () => 'Insert',
          source: () =>
            (store.getState().letter?.words ?? []).map((words) => ({
              id: words.id,
              value: words,
              title: words.title,
              detail: words.subject,
            })),
        }),
      ],
      run: (_, { words }) => store.getState().letter?.insert(words),
    }),
  ]
}
