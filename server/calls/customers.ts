/** Customers and contracts: of these only the searches are answered so far. */
import type { customers } from '#contract/calls/customers.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import { decideHit } from '#server/screening/decide.ts'
import { findCustomers, findStaff } from '#server/store/queries/search.ts'
import { notBuilt, type Context, type Handlers } from './handlers.ts'

/** Staff who can work on the platform of the request; the specification has two addresses for it. */
const searchStaff = async ({ params }: { params: { term: string } }, { db, platform }: Context) => ({
  items: await findStaff(db, platform, params.term),
})

export const customersCalls: Handlers<typeof customers> = {
  list: notBuilt,
  info: notBuilt,
  transactions: notBuilt,
  riskProfile: notBuilt,
  sanctions: notBuilt,
  decideSanction: ({ params: { matchId, ...whose }, body }, context) =>
    decideHit(context, { ...whose, id: matchId }, body),
  documents: notBuilt,
  notes: notBuilt,
  companyTree: notBuilt,
  log: notBuilt,
  async searchPlatforms({ params }, { account }) {
    const term = params.term.trim().toLowerCase()
    const fits = PLATFORMS.filter(
      ({ name, label, code }) =>
        account.platforms.includes(name) && [name, label, code].some((text) => text.toLowerCase().includes(term)),
    )
    return { items: fits.map(({ name, label, code }) => ({ id: name, name: label, detail: code })) }
  },

  searchUsers: searchStaff,
  findUsers: searchStaff,

  async search({ params }, { db }) {
    return { items: await findCustomers(db, params.platform, params.term) }
  },

  contracts: notBuilt,
  contract: notBuilt,
}
