/** The commands that the first screen does without: each feature's are in a part of the program that is loaded after it. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import { platformChoices } from '#contract/model/platform.ts'
import type { Command, Plan } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import type { AccountAlerts } from '#src/features/account-alerts/account-alerts.ts'
import type { Allowlists } from '#src/features/allowlists/allowlists.ts'
import type { Cases } from '#src/features/cases/cases.ts'
import { caseHref, customerHref } from '#src/features/cases/links.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import type { Customers } from '#src/features/customers/customers.ts'
import { readFacts } from '#src/features/facts/public.ts'
import type { Forms } from '#src/features/forms/forms.ts'
import type { AboutPorts } from '#src/features/helpdesk/ticket-subject.ts'
import type { Helpdesk } from '#src/features/helpdesk/helpdesk.ts'
import type { ModelSettings } from '#src/features/model-settings/model-settings.ts'
import type { Outbox } from '#src/features/outbox/outbox.ts'
import type { Rules } from '#src/features/rules/rules.ts'
import type { Templates } from '#src/features/templates/templates-context.ts'
import type { Triage } from '#src/features/triage/triage.ts'
import type { Views } from '#src/features/views/views.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import { isDocumentAdmin, type Session } from '#src/features/sign-in/session.ts'
import { judgeWith } from '#src/features/templates/claims/ports.ts'
import { renewBook } from '#src/features/templates/template-store.ts'
import type { ViewCommandPorts } from '#src/features/views/commands.ts'
import { previewFactsOf } from './preview-facts.ts'
import { adminPath } from './routes.tsx'

export interface FeatureParts {
  cases: Cases
  customers: Customers
  helpdesk: Helpdesk
  forms: Forms
  accountAlerts: AccountAlerts
  triage: Triage<CaseItem>
  outbox: Outbox
  views: Views
  templates: Templates
  modelSettings: ModelSettings
  rules: Rules
  allowlists: Allowlists
}

interface Around {
  data: Data
  session: () => Session | undefined
  about: AboutPorts
  viewPorts: ViewCommandPorts
  platformOf: (wanted: string) => Session['platforms'][number] | undefined
  /** Sets the precedent check of plans. */
  guardBy: (guard: (plan: Plan) => Plan) => void
}

/** Loads them, each feature’s at once with the others’. */
export function featureCommands(
  features: FeatureParts,
  { data, session, about, viewPorts, platformOf, guardBy }: Around,
): Promise<readonly (readonly Command[])[]> {
  const {
    cases,
    customers,
    helpdesk,
    accountAlerts,
    forms,
    triage,
    outbox,
    templates,
    modelSettings,
    rules,
    allowlists,
  } = features
  const loaders: readonly (() => Promise<readonly Command[]>)[] = [
    cases.laterCommands,
    async () => (await import('#src/features/views/commands.ts')).viewCommands(viewPorts),
    async () => (await import('#src/features/views/manage-commands.ts')).manageViewCommands(viewPorts),
    async () =>
      (await import('#src/features/outbox/commands.ts')).outboxCommands(outbox, data.engine, {
        desk: () => adminPath(currentPlatform(), 'conflicts'),
        hrefOf: ({ platform, caseId, customerId }) =>
          caseId === undefined ? `${customerHref(platform, customerId)}?section=alerts` : caseHref(platform, caseId),
      }),
    async () =>
      (await import('#src/features/triage/commands.ts')).triageCommands(cases.deps, triage, (caseId) =>
        data.queries.ensureQueryData(caseQueries.alerts(data.api, caseId)),
      ),
    async () => (await import('#src/features/triage/decide-commands.ts')).decideCommands(cases.deps, triage),
    async () =>
      (await import('#src/features/vault/security-commands.ts')).securityCommands(data, {
        address: () => adminPath(currentPlatform(), 'settings/security'),
        person: () => session()?.profile,
      }),
    async () => (await import('#src/features/documents/commands.ts')).documentCommands(),
    customers.commands,
    async () => (await import('#src/features/helpdesk/commands.ts')).helpdeskCommands(helpdesk, data, about),
    async () => {
      const [{ formCommands }, { aboutOf }] = await Promise.all([
        import('#src/features/forms/commands.ts'),
        import('#src/features/helpdesk/ticket-subject.ts'),
      ])
      return formCommands(forms, data, {
        platform: currentPlatform,
        customer: (c) => aboutOf(c, about)[0] ?? null,
        hasForms: (platform) => Boolean(platformOf(platform)?.forms.sar),
        isDocumentAdmin: () => {
          const profile = session()?.profile
          return profile !== undefined && isDocumentAdmin(profile)
        },
      })
    },
    accountAlerts.commands,
    async () =>
      (await import('#src/features/helpdesk/template-commands.ts')).templateCommands(helpdesk, data, {
        platform: currentPlatform,
      }),
    async () => {
      const [{ templateCommands }, { prove }, { fill }, { guardPlan }] = await Promise.all([
        import('#src/features/templates/commands.ts'),
        import('#src/features/templates/claims/check-claims.ts'),
        import('#src/features/templates/claims/fill-template.ts'),
        import('#src/features/facts/precedent-check.ts'),
      ])
      // a template is filled once its shared text was asked for: until then it would be the built-in one
      void data.user.sync().then(() => {
        judgeWith({ prove, fill })
        renewBook()
        // nothing on screen changes with it: what waits to decide waits for this; commands are also made without a page
        if (typeof document !== 'undefined') document.documentElement.dataset['templates'] = 'read'
      })
      templates.factsAtHand = previewFactsOf(features)
      guardBy((plan) => guardPlan(plan, (subject) => readFacts(data.queries, subject)))
      return templateCommands(templates)
    },
    async () =>
      (await import('#src/features/model-settings/commands.ts')).modelCommands(data, {
        settings: modelSettings,
        platform: currentPlatform,
      }),
    async () =>
      (await import('#src/features/rules/commands.ts')).allRuleCommands(data, {
        rules,
        platform: currentPlatform,
        caseAtHand: () => cases.queue.atHand.getState().opened?.id ?? null,
        platforms: () => platformChoices(session()?.platforms ?? []),
      }),
    async () =>
      (await import('#src/features/allowlists/commands.ts')).allowlistCommands({
        data,
        allowlists,
        cases,
        platform: currentPlatform,
      }),
    async () => (await import('#src/features/activity-log/commands.ts')).activityLogCommands(data.engine),
    async () =>
      (await import('./back-office-commands.ts')).backOfficeCommands(
        data,
        cases.narrowing,
        () => session()?.profile,
        () => session()?.platforms ?? [],
      ),
  ]
  return Promise.all(loaders.map((load) => load()))
}
