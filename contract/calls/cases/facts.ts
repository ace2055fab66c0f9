/** Facts that decisions rest on (ours): of a case with all its open alerts, or of one account alert. */
import { call } from '#contract/call.ts'
import { factSheet } from '#contract/model/facts/facts.ts'

export const facts = {
  ofCase: call('GET', '/management/case/facts/{caseId}', { roles: 'everybody', ours: true, reply: factSheet }),
  ofAlert: call('GET', '/management/alert/{alertId}/facts', { roles: 'everybody', ours: true, reply: factSheet }),
}
