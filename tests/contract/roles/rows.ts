/** The rows of the test of roles, for every call that is answered. */
import { accountAlerts } from './account-alerts.ts'
import { access, audit, jobs, notices, policies } from './administration.ts'
import { alerts } from './alerts.ts'
import { allowlists } from './allowlists.ts'
import { approvals } from './approvals.ts'
import { assistant } from './assistant.ts'
import { cases } from './cases.ts'
import { configSets } from './config-sets.ts'
import { customers } from './customers.ts'
import { documentForms } from './document-forms.ts'
import { caseHistory, facts } from './facts.ts'
import { files } from './files.ts'
import { helpdesk } from './helpdesk.ts'
import { kyc } from './kyc.ts'
import { metrics } from './metrics.ts'
import { reports } from './reports.ts'
import { rules } from './rules.ts'
import { session } from './session.ts'
import { screening } from './screening.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { sync } from './sync.ts'
import { tasks } from './tasks.ts'
import { businessHours, team } from './team.ts'
import { handover } from './oversight/handover.ts'
import { quality } from './oversight/quality.ts'
import { stacks } from './oversight/stacks.ts'
import { trend } from './oversight/trend.ts'
import type { Row, Rows } from './row.ts'

const AREAS: Record<string, Rows> = {
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

/** The row of a call, as in `cases.list`. */
export function findRow(name: string): Row | undefined {
  const [area = '', verb = ''] = name.split('.')
  return AREAS[area]?.[verb]
}
