import { byCase, type Rows } from './row.ts'

export const caseHistory: Rows = { ofCase: { input: byCase } }

export const facts: Rows = {
  ofCase: { input: byCase },
  ofAlert: { input: async (_, world) => ({ params: { alertId: (await world.addAccountAlert()).id } }) },
}
