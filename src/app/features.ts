// The features of the window, in the order of what they need of each other.
import { accessFeature } from '#src/features/access/feature.ts'
import { accountAlertsFeature } from '#src/features/account-alerts/feature.ts'
import { activityLogFeature } from '#src/features/activity-log/feature.ts'
import { administrationFeature } from '#src/features/administration/feature.ts'
import { allowlistsFeature } from '#src/features/allowlists/feature.ts'
import { approvalsFeature } from '#src/features/approvals/feature.ts'
import { assistantFeature } from '#src/features/assistant/feature.ts'
import { auditFeature } from '#src/features/audit/feature.ts'
import { businessHoursFeature } from '#src/features/business-hours/feature.ts'
import { casesFeature } from '#src/features/cases/feature.ts'
import { contractsFeature } from '#src/features/contracts/feature.ts'
import { customersFeature } from '#src/features/customers/feature.ts'
import { dashboardFeature } from '#src/features/dashboard/feature.ts'
import { diagnosticsFeature } from '#src/features/diagnostics/feature.ts'
import { documentsFeature } from '#src/features/documents/feature.ts'
import { factsFeature } from '#src/features/facts/feature.ts'
import { formsFeature } from '#src/features/forms/feature.ts'
import { handoverFeature } from '#src/features/handover/feature.ts'
import { helpdeskFeature } from '#src/features/helpdesk/feature.ts'
import { jobsFeature } from '#src/features/jobs/feature.ts'
import { keymapFeature } from '#src/features/keymap/feature.ts'
import { listsFeature } from '#src/features/lists/feature.ts'
import { modelSettingsFeature } from '#src/features/model-settings/feature.ts'
import { noticesFeature } from '#src/features/notices/feature.ts'
import { outboxFeature } from '#src/features/outbox/feature.ts'
import { overviewFeature } from '#src/features/overview/feature.ts'
import { policiesFeature } from '#src/features/policies/feature.ts'
import { presenceFeature } from '#src/features/presence/feature.ts'
import { qualityFeature } from '#src/features/quality/feature.ts'
import { queueFeature } from '#src/features/queue/feature.ts'
import { reportsFeature } from '#src/features/reports/feature.ts'
import { rulesFeature } from '#src/features/rules/feature.ts'
import { screeningFeature } from '#src/features/screening/feature.ts'
import { signInFeature } from '#src/features/sign-in/feature.ts'
import { templatesFeature } from '#src/features/templates/feature.ts'
import { trendFeature } from '#src/features/trend/feature.ts'
import { triageFeature } from '#src/features/triage/feature.ts'
import { vaultFeature } from '#src/features/vault/feature.ts'
import { viewsFeature } from '#src/features/views/feature.ts'
import { workloadFeature } from '#src/features/workload/feature.ts'
import type { Feature } from '#src/features/define-feature.ts'

export const FEATURES: readonly Feature[] = [
  outboxFeature,
  factsFeature,
  casesFeature,
  queueFeature,
  triageFeature,
  customersFeature,
  helpdeskFeature,
  formsFeature,
  accountAlertsFeature,
  viewsFeature,
  templatesFeature,
  modelSettingsFeature,
  rulesFeature,
  allowlistsFeature,
  vaultFeature,
  keymapFeature,
  listsFeature,
  signInFeature,
  documentsFeature,
  activityLogFeature,
  contractsFeature,
  reportsFeature,
  dashboardFeature,
  diagnosticsFeature,
  approvalsFeature,
  workloadFeature,
  overviewFeature,
  trendFeature,
  qualityFeature,
  handoverFeature,
  businessHoursFeature,
  assistantFeature,
  screeningFeature,
  administrationFeature,
  presenceFeature,
  accessFeature,
  jobsFeature,
  noticesFeature,
  policiesFeature,
  auditFeature,
]
