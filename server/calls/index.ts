/** The handlers of every area of the contract. An area or a call without one does not compile. */
import type { Call } from '#contract/call.ts'
import { table, type Table } from '#contract/table.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import type { SignIn } from '#server/identity/sign-in.ts'
import { accountAlertsCalls } from './account-alerts.ts'
import { allowlistsCalls } from './allowlists.ts'
import { assistantCalls } from './assistant.ts'
import { configSetsCalls } from './config-sets.ts'
import { customersCalls } from './customers.ts'
import { documentFormsCalls } from './document-forms.ts'
import { filesCalls } from './files.ts'
import { notBuilt, type Handlers } from './handlers.ts'
import { helpdeskCalls } from './helpdesk.ts'
import { kycCalls } from './kyc.ts'
import { reportsCalls } from './reports.ts'
import { rulesCalls } from './rules.ts'
import { sessionCalls } from './session.ts'
import { tasksCalls } from './tasks.ts'

export type AllHandlers = { readonly [Area in keyof Table]: Handlers<Table[Area]> }

export function collectHandlers(sessions: Sessions, signIn: SignIn): AllHandlers {
  return {
    session: sessionCalls(sessions, signIn),
    cases: unbuilt(table.cases),
    alerts: unbuilt(table.alerts),
    accountAlerts: accountAlertsCalls,
    customers: customersCalls,
    metrics: unbuilt(table.metrics),
    tasks: tasksCalls,
    rules: rulesCalls,
    allowlists: allowlistsCalls,
    configSets: configSetsCalls,
    documentForms: documentFormsCalls,
    helpdesk: helpdeskCalls,
    reports: reportsCalls,
    kyc: kycCalls,
    files: filesCalls,
    assistant: assistantCalls,
    sync: unbuilt(table.sync),
  }
}

/** Stands where a whole area is not answered yet. */
function unbuilt<T extends Record<string, Call>>(area: T): Handlers<T> {
  return Object.fromEntries(Object.keys(area).map((verb) => [verb, notBuilt])) as unknown as Handlers<T>
}
