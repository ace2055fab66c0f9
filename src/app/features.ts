// The features of one window and how they know of each other: the queue, triage over it, the outbox.
import { mayAssignOthers } from '#contract/model/roles.ts'
import { isDecision } from '#contract/ops/kinds.ts'
import { emptyPlan, type Command, type Plan } from '#src/commands/command.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { Data } from '#src/data/data.ts'
import { createAccountAlerts } from '#src/features/account-alerts/account-alerts.ts'
import { createAllowlists } from '#src/features/allowlists/allowlists.ts'
import { createCases } from '#src/features/cases/cases.ts'
import { createCustomers } from '#src/features/customers/customers.ts'
import { createForms } from '#src/features/forms/forms.ts'
import { createHelpdesk } from '#src/features/helpdesk/helpdesk.ts'
import { chosenColumns } from '#src/features/lists/public.ts'
import { createModelSettings } from '#src/features/model-settings/model-settings.ts'
import { createOutbox } from '#src/features/outbox/outbox.ts'
import { createRules } from '#src/features/rules/rules.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import type { Session } from '#src/features/sign-in/session.ts'
import { keepBook } from '#src/features/templates/template-store.ts'
import type { Templates } from '#src/features/templates/templates-context.ts'
import { caseTriageSteps } from '#src/features/triage/case-triage-steps.ts'
import { createPins, endsPins } from '#src/features/triage/pins.ts'
import { createTriage, type Triage } from '#src/features/triage/triage.ts'
import { vaultCommands } from '#src/features/vault/commands.ts'
import { endSnooze } from '#src/features/views/end-snooze.ts'
import { findViews } from '#src/features/views/find-views.ts'
import { viewedList, withColumns, type ViewedLists } from '#src/features/views/viewed-lists.ts'
import { createViews } from '#src/features/views/views.ts'
import type { FeatureParts } from './feature-commands.ts'
import { adminPath } from './routes.tsx'

export interface Features extends FeatureParts {
  /** Those that have been begun, to be told what is written and withdrawn. */
  triages(): readonly Pick<Triage<unknown>, 'wrote' | 'withdrew'>[]
  /** Those that the first screen needs. */
  commands: readonly (readonly Command[])[]
  /** All others, from parts of the program that are loaded after the first screen. */
  laterCommands(): Promise<readonly (readonly Command[])[]>
  /** The precedent check of a plan; none until it is loaded. */
  judge: (plan: Plan) => Plan
  /** Palette results beside commands; from this device, so offline too. */
  search(query: string, kinds: readonly HitKind[]): readonly Hit[]
}

/** Until precedent can be checked nothing is decided: a question that cannot be asked is not passed over. */
const decideLater = (plan: Plan): Plan =>
  plan.ops.some(({ kind }) => isDecision(kind))
    ? { ...emptyPlan, skipped: [{ id: '', reason: 'decisions are not loaded yet: in a moment' }] }
    : plan

/** The default of the minimum time on screen before a macro, ms. */
const DWELL_MS = 400

/** Loads the commands of other screens: small, and requested with the first rows. */
export const loadFeatureCommands = () => import('./feature-commands.ts')

/** `weightOf` returns the usage weight of a key of `frecency`. */
export function createFeatures(
  data: Data,
  session: () => Session | undefined,
  weightOf: (key: string) => number = () => 0,
): Features {
  const platformOf = (wanted: string) => session()?.platforms.find(({ name }) => name === wanted)
  let judge = decideLater
  const pins = createPins(data.user, currentPlatform)
  endsPins(data.user, data.pending)
  const dwellMs = () => data.capabilities().dwellMs ?? DWELL_MS
  const triage = createTriage({
    way: caseTriageSteps,
    pins,
    rowOf: (id) => cases.queue.rowOf(id),
    now: () => Date.now(),
    onStep: (step) => cases.queue.setFront(step && { caseId: step.rowId, alertId: step.alertId }),
    dwellMs,
    weightOf,
  })
  const cases = createCases(data, {
    me() {
      const known = session()
      return known ? { id: known.profile.id, name: known.profile.fullName } : null
    },
    mayAssign() {
      const known = session()
      return known !== undefined && mayAssignOthers(known.profile.roles)
    },
    evidence: (caseId) => pins.cited(caseId),
    isStuck: (caseId) => outbox.stuckOn(caseId).length > 0,
    dwellMs,
    tooSoon: () => (triage.isReadable() ? null : 'Too fast: wait a moment, then press again'),
    decided(isWholeCase) {
      return triage.store.getState().isOn ? triage.advance(isWholeCase) : {}
    },
  })
  const customers = createCustomers(data, {
    ...cases.narrowing,
    casesHref: (platform, { id, name }) => {
      const { kind, hrefOf } = cases.narrowing
      return hrefOf(platform, { ...kind.defaults, status: '', customerId: id, customerName: name })
    },
    me() {
      const known = session()
      return known ? { name: known.profile.fullName, email: known.profile.email, roles: known.profile.roles } : null
    },
    platformLabel: () => platformOf(currentPlatform())?.label ?? currentPlatform(),
  })
  const helpdesk = createHelpdesk()
  const forms = createForms()
  const outbox = createOutbox(data.pending)
  const accountAlerts = createAccountAlerts(data, {
    ...cases.narrowing,
    ...cases.deps,
    pins,
    weightOf,
    isStuck: (alertId) => outbox.stuckOnAlert(alertId).length > 0,
  })
  const about = { ...cases.deps, opened: () => customers.store.getState().opened }
  const views = createViews(data.user)
  endSnooze(views, data.pending)
  const lists = viewedLists(data, { cases, customers, accountAlerts })
  const mayShare = () => cases.deps.mayAssign()
  keepBook({ user: data.user, platform: currentPlatform })
  const templates: Templates = {
    editor: null,
    user: data.user,
    platform: currentPlatform,
    // announced with the commands of its screen
    factsAtHand: () => null,
    mayShare,
  }
  const modelSettings = createModelSettings(data, currentPlatform)
  const rules = createRules(data, {
    platform: currentPlatform,
    me: () => session()?.profile.id ?? '',
  })
  const allowlists = createAllowlists(data, currentPlatform)
  const viewPorts = { views, lists, cases, platform: currentPlatform, mayShare }
  const features = {
    cases,
    customers,
    helpdesk,
    accountAlerts,
    forms,
    triage,
    outbox,
    views,
    templates,
    modelSettings,
    rules,
    allowlists,
  }
  return {
    ...features,
    triages: () => [triage, accountAlerts.queue?.triage].filter((one) => one !== undefined),
    commands: [cases.commands, vaultCommands(data.engine, () => adminPath(currentPlatform(), 'settings/security'))],
    judge: (plan) => judge(plan),
    laterCommands: async () =>
      (await loadFeatureCommands()).featureCommands(features, {
        data,
        session,
        about,
        viewPorts,
        platformOf,
        guardBy: (guard) => (judge = guard),
      }),
    search: (query, kinds) => [
      ...cases.find(query, kinds),
      ...(kinds.includes('view') ? findViews(views, lists, currentPlatform(), query) : []),
    ],
  }
}

/** The lists that saved views open. */
function viewedLists(
  data: Data,
  { cases, customers, accountAlerts }: Pick<FeatureParts, 'cases' | 'customers' | 'accountAlerts'>,
): ViewedLists {
  return {
    cases: viewedList(cases.queue, cases.narrowing, { surface: 'queue', name: '', plain: 'New cases' }, () =>
      chosenColumns(data.user, 'cases', cases.queue.store.getState().filter),
    ),
    customers: {
      surface: 'customers',
      name: 'clients',
      plain: 'Clients',
      current: () => customers.list?.current() ?? {},
      hrefOf: customers.hrefOf,
    },
    accountAlerts: {
      surface: 'accountAlerts',
      name: 'account alerts',
      plain: 'Account alerts',
      current: () =>
        withColumns(
          accountAlerts.current(),
          chosenColumns(data.user, 'accountAlerts', { columns: [], ...accountAlerts.queue?.store.getState().filter }),
        ),
      hrefOf: accountAlerts.hrefOf,
    },
  }
}
