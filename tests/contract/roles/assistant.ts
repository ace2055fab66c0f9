import { issueTicket } from '#server/identity/tickets.ts'
import { NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { ADMINISTRATORS, nothing, platform, type Rows } from './row.ts'

const asking = (more: { query?: object; body?: object } = {}) => {
  return async (_: MadeCase, { db }: World, id: string) => {
    const account = { id, roles: [], platforms: [], fullName: '', firstName: '', lastName: '', email: '' }
    const token = await issueTicket({ db, now: () => NOON, account }, { purpose: 'assistant', subject: '' })
    return { params: { sessionId: 'one', platform }, ...more, query: { token, ...more.query } }
  }
}

// the ticket is of its account
const ofAnother = { of: 'admin', as: 'superadmin', status: 401 }

// open to administrators unless the setting says otherwise
export const assistant: Rows = {
  ticket: { input: nothing, who: ADMINISTRATORS },
  history: { input: asking(), who: ADMINISTRATORS, ofAnother },
  question: { input: asking({ body: { question: 'help' } }), who: ADMINISTRATORS, ofAnother },
  simpleQuestion: { input: asking({ query: { question: 'help' } }), who: ADMINISTRATORS, ofAnother },
}
