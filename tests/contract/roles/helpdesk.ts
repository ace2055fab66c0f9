import { DEMO_TEAMS, DEMO_TEMPLATES, seedHelpdesk } from '#server/demo/helpdesk.ts'
import { addAddress, addCustomerForm, addEmail, addTicket } from '#tests/support/helpdesk.ts'
import type { MadeCase, World } from '#tests/support/world.ts'
import { everybody, RULE_WRITERS, platform, type Rows } from './row.ts'

const byCustomer = (one: MadeCase) => ({ params: { platform, customerId: one.customerId } })
const team = { teamId: DEMO_TEAMS[0].id, from: DEMO_TEAMS[0].email(platform) }
const email = 'ada@example.com'

const desk = async ({ db }: World) => {
  await seedHelpdesk(db, [platform])
  await addAddress(db, platform, '100', email)
  return { params: { platform } }
}
const ticketOn = async (one: MadeCase, world: World) => ({
  ...(await desk(world)),
  body: {
    teamId: team.teamId,
    subject: 'Your payment',
    description: 'Please tell us what it was for.',
    contact: { email },
    customer_id: one.customerId,
    case_uuid: one.uuid,
    // the customer of these calls has a report
    tippingOffReason: 'It asks for a document alone.',
  },
})
const aTicket = async (one: MadeCase, world: World) => ({
  params: { ...(await desk(world)).params, ticketId: await addTicket(world.db, one, email) },
})

let made = 0
const letter = () => ({ name: `Email ${(made += 1)}`, subject: 'A question', content: 'Hello {{customer.name}}.' })
const addTemplate = async ({ db }: World) => {
  const row = { platform, id: `letter-${(made += 1)}`, ...letter() }
  await db.insertInto('helpdesk_template').values(row).execute()
  return row.id
}

/** The e-mails of this world have a row alone. */
const NO_SOURCE = everybody(410)

export const helpdesk: Rows = {
  createForm: { input: (one) => ({ params: { ...byCustomer(one).params, formType: 'source_of_funds' } }) },
  submitForm: {
    input: async (one, world) => ({
      params: { formId: await addCustomerForm(world.db, one) },
      body: { file: new File(['x'], 'x.txt') },
    }),
  },
  formLink: { input: async (one, world) => ({ params: { formId: await addCustomerForm(world.db, one) } }) },
  withdrawForm: { input: async (one, world) => ({ params: { formId: await addCustomerForm(world.db, one) } }) },
  forms: { input: byCustomer },
  tickets: { input: byCustomer },
  createTicket: { input: ticketOn },
  threads: { input: aTicket },
  thread: {
    input: async (one, world) => {
      const { params } = await aTicket(one, world)
      const messages = world.db.selectFrom('helpdesk_message').select('id').where('ticket_id', '=', params.ticketId)
      return { params: { ...params, threadId: (await messages.executeTakeFirstOrThrow()).id } }
    },
  },
  reply: {
    input: async (one, world) => ({
      ...(await aTicket(one, world)),
      body: { fromEmail: team.from, to: email, content: 'Thank you.', tippingOffReason: 'It thanks alone.' },
    }),
  },
  replyAddresses: { input: (_, world) => desk(world) },
  templates: { input: (_, world) => desk(world) },
  template: {
    input: async (_, world) => ({ params: { ...(await desk(world)).params, tempId: DEMO_TEMPLATES[0].id } }),
  },
  createTemplate: {
    input: async (_, world) => ({ ...(await desk(world)), body: letter() }),
    who: RULE_WRITERS,
  },
  changeTemplate: {
    input: async (_, world) => ({ params: { platform, tempId: await addTemplate(world) }, body: letter() }),
    who: RULE_WRITERS,
  },
  deleteTemplate: {
    input: async (_, world) => ({ params: { platform, tempId: await addTemplate(world) } }),
    who: RULE_WRITERS,
  },
  unmatched: { input: (_, world) => desk(world) },
  unmatchedEmail: {
    input: async (_, world) => ({ params: { platform, emailId: await addEmail(world.db) } }),
    who: NO_SOURCE,
  },
  emailSource: {
    input: async (_, world) => ({ params: { platform, emailId: await addEmail(world.db) } }),
    who: NO_SOURCE,
  },
  matchEmail: {
    input: async (one, world) => {
      const { params } = await aTicket(one, world)
      return { params: { platform, emailId: await addEmail(world.db) }, body: { ticketId: params.ticketId } }
    },
    // whose source is not kept, in this world
    who: Object.fromEntries(Object.entries(RULE_WRITERS).map(([way, status]) => [way, status === 200 ? 410 : status])),
  },
  discardEmail: {
    input: async (_, world) => ({
      params: { platform, emailId: await addEmail(world.db) },
      body: { reason: 'An advertisement.' },
    }),
    who: RULE_WRITERS,
  },
  teams: { input: (_, world) => desk(world) },
  contacts: { input: byCustomer },
}
