/**
 * What people type into the palette, and the command each of them looks for: words of the trade and of other tools.
 * Written before any ranking was tuned. `split` assigns each query to a half by a hash of its own text, so that no choice
 * of a person is in it: one half may be looked at while tuning, the other one is only counted.
 */
import { createHash } from 'node:crypto'
import type { Role } from '#contract/model/values.ts'

/** Where a query is typed. */
export type PlaceName =
  | 'queue'
  | 'selection'
  | 'case'
  | 'triage'
  | 'accountAlerts'
  | 'customers'
  | 'customer'
  | 'rules'
  | 'rule'
  | 'allowlists'
  | 'screening'
  | 'forms'
  | 'reports'
  | 'outbox'
  | 'conflicts'
  | 'dashboard'
  | 'team'
  | 'approvals'
  | 'quality'
  | 'access'
  | 'presence'
  | 'policies'
  | 'screening-lists'
  | 'jobs'

export interface Query {
  place: PlaceName
  role: Role
  text: string
  /** Any of these is what the person looks for. */
  wanted: readonly string[]
}

type Line = readonly [text: string, ...wanted: string[]]

const at = (place: PlaceName, role: Role, lines: readonly Line[]): Query[] =>
  lines.map(([text, ...wanted]) => ({ place, role, text, wanted }))

export const QUERIES: readonly Query[] = [
  ...at('queue', 'analyst', [
    ['unassign', 'case.release'],
    ['release', 'case.release'],
    ['return to queue', 'case.release'],
    ['put back', 'case.release'],
    ['escalate', 'case.escalate'],
    ['escalate to mlro', 'case.escalate'],
    ['send to l2', 'case.escalate'],
    ['refer', 'case.escalate'],
    ['dismiss', 'alert.resolve'],
    ['false positive', 'alert.resolve'],
    ['close alert', 'alert.resolve'],
    ['discount', 'alert.resolve'],
    ['clear alert', 'alert.resolve'],
    ['done', 'alert.resolve'],
    ['archive', 'alert.resolve'],
    ['no further action', 'alert.resolve', 'case.recommendStr'],
    ['file sar', 'form.create', 'case.recommendStr'],
    ['str', 'case.recommendStr'],
    ['goaml', 'case.recommendStr', 'form.create', 'nav.forms'],
    ['report suspicious', 'case.recommendStr'],
    ['rfi', 'ticket.askForm', 'ticket.new', 'case.await'],
    ['request documents', 'ticket.askForm'],
    ['request information', 'ticket.askForm', 'ticket.new', 'case.await'],
    ['email customer', 'ticket.new'],
    ['contact client', 'ticket.new'],
    ['message', 'ticket.new'],
    ['hold', 'case.await', 'case.snooze'],
    ['pending', 'case.await'],
    ['on hold', 'case.await', 'case.snooze'],
    ['remind me', 'case.snooze'],
    ['snooze to mon', 'case.snooze'],
    ['follow up', 'case.snooze'],
    ['sync', 'outbox.sendNow', 'nav.outbox'],
    ['unsent changes', 'nav.outbox'],
    ['attach', 'alert.attach', 'document.attach'],
    ['shortcuts', 'app.help'],
    ['hotkeys', 'app.help'],
    ['dark mode', 'view.theme'],
    ['dark', 'view.theme'],
    ['appearance', 'view.theme'],
    ['night mode', 'view.theme'],
    ['log out', 'app.logout'],
    ['sign out', 'app.logout'],
    ['exit', 'app.logout'],
    ['print', 'app.print'],
    ['overdue', 'queue.showLate'],
    ['late cases', 'queue.showLate'],
    ['sla breach', 'queue.showLate'],
    ['my cases', 'queue.showMine'],
    ['assigned to me', 'queue.showMine'],
    ['unassigned', 'queue.showUnassigned'],
    ['filter', 'queue.addFilter'],
    ['filetr', 'queue.addFilter'],
    ['reset filters', 'queue.clearFilter'],
    ['take', 'case.assignMe'],
    ['claim', 'case.assignMe'],
    ['assign me', 'case.assignMe'],
    ['grab', 'case.assignMe'],
    ['comment', 'case.comment'],
    ['note', 'case.comment'],
    ['note called the bank, waiting', 'case.comment', 'case.note'],
    ['select all', 'list.selectAll', 'list.selectMatching'],
    ['deselect', 'list.selectNone', 'list.clear'],
    ['sort', 'queue.sortBy'],
    ['order by due date', 'queue.sortBy'],
    ['columns', 'queue.columns'],
    ['group', 'queue.fold'],
    ['duplicates', 'queue.fold', 'queue.similar'],
    ['watchlist', 'nav.screening', 'nav.screening-lists'],
    ['ofac', 'nav.screening', 'nav.screening-lists'],
    ['pep', 'nav.screening', 'nav.screening-lists'],
    ['adverse media', 'nav.screening', 'nav.screening-lists'],
    ['whitelist', 'allowlist.fromAlert', 'nav.allowlists'],
    ['good guy list', 'allowlist.fromAlert', 'nav.allowlists'],
    ['suppress', 'allowlist.fromAlert'],
    ['customers', 'nav.customers'],
    ['kyc', 'nav.customers', 'queue.customer', 'customer.exportKyc'],
    ['open profile', 'queue.customer'],
    ['undo', 'app.undo'],
    ['copy url', 'case.copyLink', 'app.copyLink'],
    ['share', 'case.copyLink', 'app.copyLink'],
    ['go offline', 'case.keepOffline', 'nav.security', 'settings.addPasskey'],
    ['lock', 'app.lock'],
    ['preferences', 'nav.keyboard'],
    ['setings', 'nav.keyboard', 'nav.security', 'view.theme'],
    ['platform pd', 'app.switch-platform'],
    ['switch tenant', 'app.switch-platform'],
    ['change company', 'app.switch-platform'],
    ['bookmark', 'view.save'],
    ['saved searches', 'view.open'],
    ['refresh', 'queue.showNew', 'app.update'],
    ['related transactions', 'queue.similar'],
    ['review', 'queue.triage'],
    ['start working', 'queue.triage'],
    ['next', 'queue.nextAttention', 'case.next'],
    ['compact', 'view.density'],
    ['macros', 'nav.templates'],
    ['canned responses', 'nav.templates'],
    ['reopen', 'case.renew'],
    ['traige', 'queue.triage'],
    ['asign', 'case.assignMe', 'case.assign'],
    ['screenning', 'nav.screening'],
    ['download', 'nav.reports', 'app.auditExport', 'case.keepOffline'],
    ['support', 'ticket.new', 'app.help', 'nav.test'],
    ['language', 'app.language'],
  ]),
  ...at('queue', 'manager', [
    ['assign 37 to in', 'case.assign'],
    ['assign', 'case.assign'],
    ['reassign', 'case.assign'],
    ['delegate', 'case.assign'],
    ['transfer', 'case.assign', 'case.escalate'],
    ['change owner', 'case.assign'],
    ['distribute', 'case.spread'],
    ['round robin', 'case.spread', 'team.auto'],
    ['workload', 'nav.team'],
    ['who is on shift', 'nav.team', 'nav.handover'],
    ['backlog', 'nav.trend'],
    ['kpi', 'nav.trend', 'nav.dashboard'],
    ['four eyes', 'nav.approvals'],
    ['approve', 'nav.approvals'],
    ['qa', 'nav.quality'],
    ['handover', 'nav.handover'],
    ['holidays', 'nav.hours', 'team.absence'],
    ['export', 'nav.reports', 'app.auditExport'],
    ['csv', 'nav.reports'],
    ['excel', 'nav.reports'],
  ]),
  ...at('selection', 'manager', [
    ['assign in', 'case.assign'],
    ['bulk close', 'alert.resolve'],
    ['close all', 'alert.resolve'],
    ['unassign all', 'case.release'],
    ['clear selection', 'list.clear', 'list.selectNone'],
  ]),
  ...at('case', 'analyst', [
    ['upload', 'alert.attach', 'document.attach'],
    ['proof', 'alert.attach', 'document.attach', 'alert.pin'],
    ['previous case', 'case.previous'],
    ['back to list', 'case.leave'],
    ['checklist', 'case.validateProcedures'],
    ['sanctions', 'nav.screening'],
    ['why', 'alert.inspect'],
    ['resolve all', 'alert.resolveAll'],
    ['escalte', 'case.escalate'],
    ['pdf', 'app.print', 'form.pdf'],
    ['go PX4128612', 'hit:case:PX4128612'],
  ]),
  ...at('triage', 'analyst', [
    ['skip', 'alert.skip'],
    ['later', 'alert.lookAgain', 'case.snooze'],
    ['stop', 'queue.leaveTriage'],
    ['precedents', 'alert.similar'],
  ]),
  ...at('accountAlerts', 'analyst', [
    ['escalate', 'accountAlert.escalate'],
    ['unassign', 'accountAlert.release'],
    ['dismiss', 'accountAlert.resolve'],
    ['investigating', 'accountAlert.progress'],
    ['overdue', 'accountAlert.showLate'],
    ['claim', 'accountAlert.assignMe'],
  ]),
  ...at('customer', 'analyst', [
    ['edd', 'form.create', 'nav.forms'],
    ['source of funds', 'ticket.askForm'],
    ['questionnaire', 'ticket.askForm'],
    ['ubo', 'customer.company'],
    ['risk score', 'customer.risk'],
    ['payments', 'customer.transactions', 'customer.search'],
    ['export', 'customer.exportKyc'],
    ['email', 'ticket.new'],
    ['id documents', 'customer.documents'],
    ['history', 'customer.log'],
  ]),
  ...at('rules', 'manager', [
    ['create rule', 'rule.new'],
    ['scenarios', 'nav.rules', 'rule.new'],
    ['disable', 'rule.toShadow'],
    ['duplicate', 'rule.clone'],
    ['go live', 'rule.promote'],
    ['version history', 'rule.history'],
  ]),
  ...at('rule', 'manager', [
    ['simulate', 'rule.backtest'],
    ['threshold', 'rule.criteria', 'rule.addCriterion'],
    ['save', 'rule.save'],
  ]),
  ...at('screening', 'analyst', [
    ['true match', 'screening.decide'],
    ['clear hit', 'screening.decide'],
  ]),
  ...at('reports', 'analyst', [
    ['export', 'report.export'],
    ['spreadsheet', 'report.export'],
  ]),
  ...at('outbox', 'analyst', [
    ['sync now', 'outbox.sendNow'],
    ['failed', 'nav.conflicts'],
  ]),
  ...at('team', 'manager', [
    ['vacation', 'team.absence'],
    ['rebalance', 'team.spread', 'team.auto'],
    ['skills', 'team.skill'],
  ]),
  ...at('approvals', 'manager', [
    ['accept', 'approval.approve'],
    ['decline', 'approval.return'],
  ]),
  ...at('queue', 'admin', [
    ['users', 'nav.access'],
    ['permissions', 'nav.access'],
    ['audit trail', 'nav.audit'],
    ['who looked', 'nav.reads'],
    ['kill session', 'nav.presence'],
    ['lost laptop', 'nav.presence'],
    ['configuration', 'nav.policies', 'nav.model-settings'],
    ['sanction lists', 'nav.screening-lists'],
    ['announcement', 'nav.notices'],
    ['cron', 'nav.jobs'],
    ['statistics', 'nav.dashboard', 'nav.trend'],
    ['sla', 'nav.hours'],
  ]),
  ...at('access', 'admin', [
    ['invite user', 'access.add'],
    ['deactivate', 'access.close'],
    ['make admin', 'access.role'],
  ]),
  ...at('presence', 'admin', [
    ['force logout', 'presence.end'],
    ['remote wipe', 'presence.wipe'],
  ]),
  ...at('jobs', 'admin', [['rerun', 'job.retry']]),
]

export type Half = 'tuning' | 'held out'

/** The halves: queries by the SHA-256 of place, role and text; the first half in that order is for tuning. */
export function split(queries: readonly Query[]): Record<Half, readonly Query[]> {
  const hashOf = ({ place, role, text }: Query) => createHash('sha256').update(`${place}|${role}|${text}`).digest('hex')
  const ordered = queries
    .map((query) => ({ query, hash: hashOf(query) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ query }) => query)
  const middle = Math.ceil(ordered.length / 2)
  return { tuning: ordered.slice(0, middle), 'held out': ordered.slice(middle) }
}
