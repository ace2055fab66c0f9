/** The handlers of every area of the contract. An area or a call without one does not compile. */
import type { Table } from '#contract/table.ts'
import { accountAlertsCalls } from '#server/account-alerts/calls.ts'
import { accessCalls } from '#server/access/calls.ts'
import { auditCalls } from '#server/audit-log/calls.ts'
import { jobsCalls } from '#server/jobs/calls.ts'
import { noticesCalls } from '#server/notices/calls.ts'
import { policiesCalls } from '#server/policy-list/calls.ts'
import { alertsCalls } from '#server/alerts/calls.ts'
import { allowlistsCalls } from '#server/allowlists/calls.ts'
import { approvalsCalls } from '#server/approvals/calls.ts'
import { assistantCalls } from '#server/assistant/calls.ts'
import { caseHistoryCalls } from '#server/audit-log/case-history-calls.ts'
import { casesCalls } from '#server/cases/calls.ts'
import { businessHoursCalls } from '#server/business-hours/calls.ts'
import { configSetsCalls } from '#server/config-sets/calls.ts'
import type { Handlers } from '#server/core/context.ts'
import { customersCalls } from '#server/customers/calls.ts'
import { factsCalls } from '#server/facts/calls.ts'
import { filesCalls } from '#server/files/calls.ts'
import { documentFormsCalls } from '#server/forms/calls.ts'
import { helpdeskCalls } from '#server/helpdesk/calls.ts'
import { sessionCalls } from '#server/identity/sign-in-calls.ts'
import { sessionsCalls } from '#server/identity/own-sessions-calls.ts'
import { kycCalls } from '#server/kyc/calls.ts'
import { metricsCalls } from '#server/metrics/calls.ts'
import { reportsCalls } from '#server/reports/calls.ts'
import { rulesCalls } from '#server/rules/calls.ts'
import { screeningCalls } from '#server/screening/calls.ts'
import { settingsCalls } from '#server/settings/calls.ts'
import { syncCalls } from '#server/sync/calls.ts'
import { tasksCalls } from '#server/tasks/calls.ts'
import { teamCalls } from '#server/team/calls.ts'
import { handoverCalls } from '#server/handover/calls.ts'
import { stacksCalls } from '#server/stacks/calls.ts'
import { qualityCalls } from '#server/quality/calls.ts'
import { trendCalls } from '#server/trend/calls.ts'
import type { Services } from './services.ts'

export type AllHandlers = { readonly [Area in keyof Table]: Handlers<Table[Area]> }

export function collectHandlers(services: Services): AllHandlers {
  return {
    session: sessionCalls(services.sessions, services.signIn),
    sessions: sessionsCalls(services.sessions),
    cases: casesCalls,
    alerts: alertsCalls,
    accountAlerts: accountAlertsCalls,
    caseHistory: caseHistoryCalls,
    facts: factsCalls,
    customers: customersCalls,
    metrics: metricsCalls,
    tasks: tasksCalls,
    rules: rulesCalls(services.tasks),
    allowlists: allowlistsCalls(services.tasks),
    approvals: approvalsCalls(services.tasks),
    configSets: configSetsCalls,
    documentForms: documentFormsCalls(services.sessions),
    helpdesk: helpdeskCalls(services.mail),
    reports: reportsCalls(services.store),
    kyc: kycCalls(services.mail),
    files: filesCalls,
    assistant: assistantCalls(services.sessions),
    screening: screeningCalls(services.tasks),
    settings: settingsCalls,
    sync: syncCalls(services),
    team: teamCalls,
    businessHours: businessHoursCalls(services.tasks),
    stacks: stacksCalls,
    trend: trendCalls,
    quality: qualityCalls,
    handover: handoverCalls(services.mail),
    access: accessCalls(services.sessions),
    audit: auditCalls(services.store, services.tasks),
    jobs: jobsCalls(services.tasks),
    notices: noticesCalls,
    policies: policiesCalls,
  }
}
