/** The handlers of every area of the contract. An area or a call without one does not compile. */
import type { Table } from '#contract/table.ts'
import type { Services } from '#server/services.ts'
import { accountAlertsCalls } from './account-alerts.ts'
import { alertsCalls } from './alerts.ts'
import { allowlistsCalls } from './allowlists.ts'
import { assistantCalls } from './assistant.ts'
import { casesCalls } from './cases.ts'
import { configSetsCalls } from './config-sets.ts'
import { customersCalls } from './customers.ts'
import { documentFormsCalls } from './document-forms.ts'
import { filesCalls } from './files.ts'
import type { Handlers } from './handlers.ts'
import { helpdeskCalls } from './helpdesk.ts'
import { kycCalls } from './kyc.ts'
import { metricsCalls } from './metrics.ts'
import { reportsCalls } from './reports.ts'
import { rulesCalls } from './rules.ts'
import { sessionCalls } from './session.ts'
import { settingsCalls } from './settings.ts'
import { syncCalls } from './sync.ts'
import { tasksCalls } from './tasks.ts'

export type AllHandlers = { readonly [Area in keyof Table]: Handlers<Table[Area]> }

export function collectHandlers(services: Services): AllHandlers {
  return {
    session: sessionCalls(services.sessions, services.signIn),
    cases: casesCalls,
    alerts: alertsCalls,
    accountAlerts: accountAlertsCalls,
    customers: customersCalls,
    metrics: metricsCalls,
    tasks: tasksCalls,
    rules: rulesCalls(services.tasks),
    allowlists: allowlistsCalls(services.tasks),
    configSets: configSetsCalls,
    documentForms: documentFormsCalls(services.sessions),
    helpdesk: helpdeskCalls(services.mail),
    reports: reportsCalls(services.store),
    kyc: kycCalls(services.mail),
    files: filesCalls,
    assistant: assistantCalls(services.sessions),
    settings: settingsCalls,
    sync: syncCalls(services),
  }
}
