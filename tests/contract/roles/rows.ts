/** What the test of roles knows of every call that is answered. */
import { accountAlerts } from './account-alerts.ts'
import { alerts } from './alerts.ts'
import { allowlists } from './allowlists.ts'
import { assistant } from './assistant.ts'
import { cases } from './cases.ts'
import { configSets } from './config-sets.ts'
import { customers } from './customers.ts'
import { documentForms } from './document-forms.ts'
import { files } from './files.ts'
import { helpdesk } from './helpdesk.ts'
import { kyc } from './kyc.ts'
import { metrics } from './metrics.ts'
import { reports } from './reports.ts'
import { rules } from './rules.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { sync } from './sync.ts'
import { tasks } from './tasks.ts'
import type { Row, Rows } from './row.ts'

const AREAS: Record<string, Rows> = {
  session,
  cases,
  alerts,
  accountAlerts,
  customers,
  metrics,
  tasks,
  rules,
  allowlists,
  configSets,
  documentForms,
  helpdesk,
  reports,
  kyc,
  files,
  assistant,
  settings,
  sync,
}

/** The row of a call, as in `cases.list`. */
export function findRow(name: string): Row | undefined {
  const [area = '', verb = ''] = name.split('.')
  return AREAS[area]?.[verb]
}
