// The features of one window and how they know of each other: the queue, triage over it, the outbox.
import { platformChoices } from '#contract/model/platform.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import type { AlertKind } from '#contract/model/template.ts'
import type { CaseItem } from '#contract/model/case.ts'
import type { Command } from '#src/commands/command.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { Data } from '#src/data/data.ts'
import { createForms, type Forms } from '#src/features/forms/forms.ts'
import { createHelpdesk, type Helpdesk } from '#src/features/helpdesk/helpdesk.ts'
import { createAllowlists, type Allowlists } from '#src/features/allowlists/allowlists.ts'
import { createCustomers, type Customers } from '#src/features/customers/customers.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { createAccountAlerts, type AccountAlerts } from '#src/features/account-alerts/account-alerts.ts'
import { createCases, type Cases } from '#src/features/cases/cases.ts'
import { createModelSettings, type ModelSettings } from '#src/features/model-settings/model-settings.ts'
import { outboxCommands } from '#src/features/outbox/commands.ts'
import { createOutbox, type Outbox } from '#src/features/outbox/outbox.ts'
import { createRules, type Rules } from '#src/features/rules/rules.ts'
import { isDocumentAdmin, type Session } from '#src/features/session/session.ts'
import { adminPath } from './routes.tsx'
import { viewCommands } from '#src/features/views/commands.ts'
import { endsWaiting } from '#src/features/views/ends-waiting.ts'
import { findViews } from '#src/features/views/find-views.ts'
import { viewedList, type ViewedLists } from '#src/features/views/viewed-lists.ts'
import { createViews, type Views } from '#src/features/views/views.ts'
import { currentPlatform } from '#src/features/session/platform.ts'
import { keepBook } from '#src/features/templates/book.ts'
import type { Templates } from '#src/features/templates/templates-context.ts'
import { noteFacts } from '#src/features/templates/note-facts.ts'
import { vaultCommands } from '#src/features/vault/commands.ts'
import { triageCommands } from '#src/features/triage/commands.ts'
import { caseWay } from '#src/features/triage/case-way.ts'
import { createPins, endsPins } from '#src/features/triage/pins.ts'
import { createTriage, type Triage } from '#src/features/triage/triage.ts'

export interface Features {
  cases: Cases
  customers: Customers
  helpdesk: Helpdesk
  forms: Forms
  accountAlerts: AccountAlerts
  triage: Triage<CaseItem>
  /** Those that have been begun, to be told what is written and withdrawn. */
  triages(): readonly Pick<Triage<unknown>, 'wrote' | 'withdrew'>[]
  outbox: Outbox
  views: Views
  templates: Templates
  modelSettings: ModelSettings
  rules: Rules
  allowlists: Allowlists
  /** Those that the first screen needs. */
  commands: readonly (readonly Command[])[]
  /** All others, each from a part of the program that is loaded after the first screen. */
  laterCommands: readonly (() => Promise<readonly Command[]>)[]
  /** What the palette finds beside commands; on this device, so offline too. */
  search(query: string, kinds: readonly HitKind[]): readonly Hit[]
}

/** Where the server has no say: a macro pressed sooner than this after its alert appeared was not meant for it, ms. */
const DWELL_MS = 400

/** `weightOf` tells how much a key of `frecency` was used. */
export function createFeatures(
  data: Data,
  session: () => Session | undefined,
  weightOf: (key: string) => number = () => 0,
): Features {
  const platformOf = (wanted: string) => session()?.platforms.find(({ name }) => name === wanted)
  const pins = createPins(data.user, currentPlatform)
  endsPins(data.user, data.pending)
  const dwellMs = () => data.capabilities().dwellMs ?? DWELL_MS
  const triage = createTriage({
    way: caseWay,
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
    tooSoon: () => (triage.isReadable() ? null : 'Not shown long enough yet'),
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
    email: () => session()?.profile.email ?? '',
    platformLabel: () => platformOf(currentPlatform())?.label ?? currentPlatform(),
  })
  const helpdesk = createHelpdesk()
  const forms = createForms()
  const outbox = createOutbox(data.pending)
  const accountAlerts = createAccountAlerts(data, {
    ...cases.narrowing,
    ...cases.deps,
    pins,
    dwellMs,
    weightOf,
    isStuck: (alertId) => outbox.stuckOnAlert(alertId).length > 0,
  })
  const about = { ...cases.deps, opened: () => customers.store.getState().opened }
  const views = createViews(data.user)
  endsWaiting(views, data.pending)
  const lists: ViewedLists = {
    cases: viewedList(cases.queue, cases.narrowing, { surface: 'queue', name: '', plain: 'New cases' }),
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
      current: accountAlerts.current,
      hrefOf: accountAlerts.hrefOf,
    },
  }
  const mayShare = () => cases.deps.mayAssign()
  keepBook({ user: data.user, platform: currentPlatform })
  const factsAtHand = (kind: AlertKind) => {
    if (kind === 'account') return accountAlerts.factsAtHand()
    const { queue } = cases
    const { platform } = queue.store.getState()
    const { opened } = queue.atHand.getState()
    const row = opened ?? queue.rowOf(queue.list.cursor.getState().id ?? '')
    const [alert] = row?.alerts ?? []
    return row && alert && platform === currentPlatform() ? noteFacts(row, alert, cases.deps.writing()) : null
  }
  const templates: Templates = { editor: null, user: data.user, platform: currentPlatform, factsAtHand, mayShare }
  const modelSettings = createModelSettings(data, currentPlatform)
  const rules = createRules(data, {
    platform: currentPlatform,
    me: () => session()?.profile.id ?? '',
    mayWrite: mayShare,
  })
  const allowlists = createAllowlists(data, currentPlatform)
  return {
    cases,
    customers,
    helpdesk,
    accountAlerts,
    forms,
    triage,
    triages: () => [triage, accountAlerts.queue?.triage].filter((one) => one !== undefined),
    outbox,
    views,
    templates,
    modelSettings,
    rules,
    allowlists,
    commands: [
      cases.commands,
      triageCommands(cases.deps, triage, (caseId) =>
        data.queries.ensureQueryData(caseQueries.alerts(data.api, caseId)),
      ),
      outboxCommands(outbox, data.engine, () => adminPath(currentPlatform(), 'conflicts')),
      viewCommands({ views, lists, cases, platform: currentPlatform, mayShare }),
      vaultCommands(data.engine, () => adminPath(currentPlatform(), 'settings/security')),
    ],
    laterCommands: [
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
          import('#src/features/helpdesk/about.ts'),
        ])
        return formCommands(forms, data, {
          platform: currentPlatform,
          customer: (c) => aboutOf(c, about)[0] ?? null,
          hasForms: (platform) => Boolean(platformOf(platform)?.forms.sar),
          isDocumentAdmin: () => {
            const profile = session()?.profile
            return profile !== undefined && (isDocumentAdmin(profile) || profile.roles.includes('super_admin'))
          },
        })
      },
      accountAlerts.commands,
      async () =>
        (await import('#src/features/helpdesk/template-commands.ts')).templateCommands(helpdesk, data, {
          platform: currentPlatform,
          mayWrite: mayShare,
        }),
      async () => (await import('#src/features/templates/commands.ts')).templateCommands(templates),
      async () =>
        (await import('#src/features/model-settings/commands.ts')).modelCommands(data, {
          settings: modelSettings,
          platform: currentPlatform,
          mayWrite: mayShare,
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
          mayWrite: mayShare,
        }),
      async () => (await import('#src/features/audit/commands.ts')).auditCommands(data.engine),
    ],
    search: (query, kinds) => [
      ...cases.find(query, kinds),
      ...(kinds.includes('view') ? findViews(views, lists, currentPlatform(), query) : []),
    ],
  }
}
