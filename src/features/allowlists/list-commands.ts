/** Commands on the list of allowlists, and from an alert. */
import { allowlists as calls } from '#contract/calls/rules/allowlists.ts'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, any, flag, inOverlay, inView, orInDrawer } from '#src/commands/dispatcher/when.ts'
import { deleteAllowlist } from '#src/features/allowlists/editor/save.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { closeDrawer, openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { NO_FILTER } from './allowlists.ts'
import { targetAllowlist, rowOf, type AllowlistDeps } from './deps.ts'
import { allowlistHref, listHref, newHref } from './links.ts'
import { accountAlertItem } from '#contract/model/cases/account-alert.ts'
import { targetsOf, type Cases } from '#src/features/cases/public.ts'
import type { CurrentAlert } from './from-alert.ts'

const onList = inView('allowlists')
const onRow = all(onList, flag('hasCursor'))
const onEither = inView('allowlists', 'allowlist')

/** With a current alert: on its case, in triage, or among account alerts. */
const onAlert = any(
  orInDrawer(all(inView('case', 'accountAlerts', 'customer'), flag('hasCursor'))),
  all(inView('queue'), flag('triage'), inOverlay('none')),
)

export function listCommands(deps: AllowlistDeps): Command[] {
  const acts = listActs(deps)
  return [...placeCommands(acts), ...changeCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function listActs(deps: AllowlistDeps) {
  const { data, allowlists, cases, platform } = deps
  const name = (c: Ctx) => targetAllowlist(c, deps)?.name ?? 'the allow list'
  const remove = async (c: Ctx, meant: Allowlist) => {
    if (!(await deleteAllowlist(data, meant))) return
    const { opened, filter } = allowlists.store.getState()
    allowlists.store.setState(({ writes }) => ({ writes: writes + 1 }))
    if (opened?.saved?.id === meant.id) c.ports.navigate(listHref(meant.platform, filter))
  }

  return { deps, data, allowlists, cases, platform, name, remove }
}
type ListActs = ReturnType<typeof listActs>

function placeCommands({ deps, data, allowlists, platform, name }: ListActs): Command[] {
  return [
    defineCommand({
      id: 'allowlist.new',
      title: 'New allow list',
      group: 'Rules',
      keywords:
        'create, add, whitelist, new suppression, suppress, exception, exemption, new exception, good guy list, white list',
      when: onList,
      keys: ['c'],
      calls: [calls.create],
      offline: 'local',
      run: (c) => c.ports.navigate(newHref(platform())),
    }),
    refreshCommand({
      id: 'allowlist.refresh',
      noun: 'allow lists',
      when: onEither,
      run: () => {
        allowlists.store.setState(({ writes }) => ({ writes: writes + 1 }))
        // includes the rules of the limits
        for (const area of ['allowlists', 'rules']) void data.queries.invalidateQueries({ queryKey: [area] })
      },
    }),
    defineCommand({
      id: 'allowlist.open',
      title: (c) => `Open ${name(c)}`,
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'edit, view, details, change, modify',
      when: onRow,
      keys: ['enter', 'o'],
      run: (c) => {
        const row = rowOf(c)
        if (row) c.ports.navigate(allowlistHref(row))
      },
    }),
    defineCommand({
      id: 'allowlist.history',
      title: (c) => `Versions of ${name(c)}`,
      shortTitle: 'Versions',
      group: 'Rules',
      keywords: 'history, revisions, who changed, version history, changes, audit, previous versions',
      when: onEither,
      keys: ['h'],
      disabledReason: (c) => (targetAllowlist(c, deps) ? null : 'It has no version yet'),
      run: (c) => {
        const row = rowOf(c)
        allowlists.store.setState({ side: 'versions' })
        if (row) c.ports.navigate(allowlistHref(row))
        else focusSide()
      },
    }),
  ]
}

function changeCommands({ deps, cases, name, remove }: ListActs): Command[] {
  return [
    defineCommand({
      id: 'allowlist.resolve',
      title: (c) => `Resolve the open alerts that ${name(c)} covers…`,
      shortTitle: 'Resolve matching alerts…',
      group: 'Rules',
      keywords: 'task, remaining, close, apply, close covered, bulk close, resolve covered, clean up, clear alerts',
      when: onEither,
      keys: ['shift+r'],
      calls: [calls.resolveAlerts],
      disabledReason: (c) => (targetAllowlist(c, deps) ? null : 'Save it first'),
      run: (c) => {
        const meant = targetAllowlist(c, deps)
        if (meant) openDrawer('rule resolve', meant)
      },
    }),
    defineCommand({
      id: 'allowlist.delete',
      title: (c) => `Delete ${name(c)}`,
      shortTitle: 'Delete',
      group: 'Rules',
      keywords: 'remove, erase, revoke, end suppression, trash',
      when: onEither,
      keys: ['#', 'delete'],
      undo: { kind: 'none', confirm: true },
      calls: [calls.delete],
      disabledReason: (c) => (targetAllowlist(c, deps) ? null : 'There is nothing to delete'),
      run: (c) => {
        const meant = targetAllowlist(c, deps)
        if (meant) void remove(c, meant)
      },
    }),
    defineCommand({
      id: 'allowlist.fromAlert',
      title: (c) => `Allow list for what “${currentAlert(c, cases)?.ruleName ?? 'the rule'}” saw…`,
      shortTitle: 'Allow list from the alert…',
      group: 'Triage',
      keywords:
        'whitelist, white list, ignore, silence, suppress, suppression, add allow list, exception, exemption, good guy list, mute, do not alert again, stop alerting, exclude, trusted, safe list',
      when: onAlert,
      keys: ['l'],
      calls: [calls.create],
      disabledReason: (c) => (currentAlert(c, cases) ? null : 'Put the cursor on one alert'),
      run: (c) => {
        const alert = currentAlert(c, cases)
        if (!alert) return
        closeDrawer()
        // after the focus has returned: the alert's drawer would take it back
        if (c.atoms.overlay === 'alert') setTimeout(() => openDrawer('allow list', alert))
        else openDrawer('allow list', alert)
      },
    }),
    defineCommand({
      id: 'allowlist.ofRule',
      title: (c) => `Allow lists of the rule “${currentAlert(c, cases)?.ruleName ?? ''}”`,
      shortTitle: 'Allow lists of its rule',
      group: 'Navigate',
      keywords: 'whitelist, suppressions, exceptions, whitelists for this rule, exemptions',
      when: onAlert,
      disabledReason: (c) => (currentAlert(c, cases) ? null : 'Put the cursor on one alert'),
      run: (c) => {
        const alert = currentAlert(c, cases)
        if (!alert) return
        closeDrawer()
        c.ports.navigate(listHref(alert.platform, { ...NO_FILTER, rule: alert.ruleId }))
      },
    }),
  ]
}

/** The list beside the editor, once it is drawn. */
export const focusSide = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-allowlist-side] [role=grid]')?.focus())

/** Null where there is none, or several. */
function currentAlert(c: Ctx, { queue }: Pick<Cases, 'queue'>): CurrentAlert | null {
  return c.atoms.view === 'case' || c.atoms.view === 'queue' ? onCase(c, queue) : onAccount(c)
}

function onCase(c: Ctx, queue: Cases['queue']): CurrentAlert | null {
  const { ids, rowOf, only } = targetsOf(c, queue)
  const row = rowOf(ids[0] ?? '')
  const [alert, another] = row?.alerts.filter(({ id }) => only?.has(id)) ?? []
  if (!row || !alert || another) return null
  const { id: caseId, platform, customerId, clientType: customerType } = row
  const client = { customerId, customerName: row.data.clientName, customerType }
  return { platform, caseId, alertId: alert.id, ruleId: alert.ruleId, ruleName: alert.ruleName, ...client }
}

function onAccount(c: Ctx): CurrentAlert | null {
  const [id, another] = c.targets
  const row = id === undefined || another !== undefined ? undefined : c.list?.rowOf(id)
  const known = accountAlertItem.safeParse(row)
  if (!known.success) return null
  const { platform, ruleId, ruleName, customerId, customerName, customerType } = known.data
  return { platform, caseId: null, alertId: known.data.id, ruleId, ruleName, customerId, customerName, customerType }
}
