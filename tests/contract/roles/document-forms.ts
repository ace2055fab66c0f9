import type { MadeCase, World } from '#tests/support/world.ts'
import { EVERYBODY, platform, type Rows } from './row.ts'

const byCustomer = (one: MadeCase) => ({ params: { platform, customerId: one.customerId, type: 'edd_ong' } })
const byForm =
  (status: 'new' | 'review' | 'approved', type?: 'sar' | 'edd_ong') => async (_: MadeCase, world: World) => {
    const uuid = await world.addForm({ status, ...(type && { type }) })
    return { params: { uuid, platform }, query: { version: 1 } }
  }

export const documentForms: Rows = {
  create: { input: byCustomer },
  view: { input: byForm('new') },
  change: { input: async (one, world) => ({ ...(await byForm('new')(one, world)), body: { legalName: 'Ada Byron' } }) },
  approve: {
    input: byForm('review'),
    // a document administrator, and never who wrote it: all of them are another than the analyst of the world
    who: { ...EVERYBODY, analyst: 403, analyst2: 403, 'analyst-px': 403, manager: 403, admin: 403 },
  },
  review: { input: byForm('new') },
  renew: { input: byForm('review') },
  comments: { input: byForm('new') },
  comment: {
    input: async (one, world) => ({ ...(await byForm('new')(one, world)), body: { comment: 'Why so much?' } }),
  },
  zip: { input: byForm('new') },
  ticket: { input: byForm('new') },
  byCustomer: { input: byCustomer },
  byCase: { input: ({ id }) => ({ params: { caseId: id } }) },
  list: { input: () => ({ params: { platform, query: ' ' } }) },
  attach: { input: () => ({ body: { file: new File(['x'], 'x.txt') } }) },
  // its uploader's alone until a form names it
  attachment: {
    input: async (_, world, by) => ({ params: { guid: await world.addFile({ by }) } }),
    ofAnother: { status: 404 },
  },
  uploadSigned: {
    input: async (one, world) => ({
      ...(await byForm('approved')(one, world)),
      body: { form: new File(['%PDF-1.7\n'], 'signed.pdf') },
    }),
  },
  // not about a platform by its address: whoever names one that is not his is refused all the same
  documentUrl: {
    input: async (_, world, by) => ({ query: { id: await world.addFile({ by }), profile: '100' } }),
    ofAnother: { status: 404 },
  },
}
