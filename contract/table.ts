/** Every server call there is, by area. The server registers its routes from this table. */
import type { Call } from './call.ts'
import { access } from '#contract/calls/access.ts'
import { audit } from '#contract/calls/audit.ts'
import { jobs } from '#contract/calls/jobs.ts'
import { notices } from '#contract/calls/notices.ts'
import { policies } from '#contract/calls/policies.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { assistant } from '#contract/calls/assistant.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { businessHours } from '#contract/calls/business-hours.ts'
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { customers } from '#contract/calls/customers.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { caseHistory } from '#contract/calls/cases/case-history.ts'
import { facts } from '#contract/calls/cases/facts.ts'
import { files } from '#contract/calls/files.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { kyc } from '#contract/calls/kyc.ts'
import { metrics } from '#contract/calls/metrics.ts'
import { reports } from '#contract/calls/reports.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import { screening } from '#contract/calls/screening.ts'
import { session } from '#contract/calls/sign-in.ts'
import { sessions } from '#contract/calls/own-sessions.ts'
import { settings } from '#contract/calls/settings.ts'
import { sync } from '#contract/calls/sync.ts'
import { tasks } from '#contract/calls/tasks.ts'
import { team } from '#contract/calls/team.ts'
import { handover } from '#contract/calls/handover.ts'
import { quality } from '#contract/calls/quality.ts'
import { stacks } from '#contract/calls/cases/stacks.ts'
import { trend } from '#contract/calls/trend.ts'

/** The window imports areas one by one instead, so that its first load carries only what it calls. */
export const table = {
  session,
  cases,
  alerts,
  accountAlerts,
  caseHistory,
  facts,
  customers,
  metrics,
  tasks,
  rules,
  allowlists,
  approvals,
  configSets,
  documentForms,
  helpdesk,
  reports,
  kyc,
  files,
  assistant,
  screening,
  settings,
  sessions,
  sync,
  team,
  businessHours,
  stacks,
  trend,
  quality,
  handover,
  access,
  audit,
  jobs,
  notices,
  policies,
}
export type Table = typeof table

/** Every call with its name, `area.verb`, as in `cases.list`. */
export function* eachCall(): Generator<[name: string, call: Call]> {
  for (const [area, calls] of Object.entries(table)) {
    for (const [verb, call] of Object.entries<Call>(calls)) yield [`${area}.${verb}`, call]
  }
}
