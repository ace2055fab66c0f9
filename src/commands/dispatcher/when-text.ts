/** Where a command works, as a short text from its `when`. Pure. */
import type { Flag, Overlay, View, When } from './when.ts'

const VIEWS: Record<View, string> = {
  queue: 'queue',
  accountAlerts: 'account alerts',
  case: 'case',
  customer: 'client',
  customers: 'clients',
  rules: 'rules',
  rule: 'rule',
  revisions: 'revisions',
  allowlists: 'allow lists',
  allowlist: 'allow list',
  forms: 'forms',
  form: 'form',
  reports: 'data',
  contracts: 'contracts',
  screening: 'sanctions hits',
  dashboard: 'dashboard',
  models: 'models',
  outbox: 'outbox',
  conflicts: 'conflicts',
  settings: 'settings',
  templates: 'templates',
  document: 'document',
  ticketTemplates: 'ticket templates',
  unmatched: 'unmatched messages',
  test: 'test page',
  approvals: 'approvals',
  team: 'team',
  overview: 'overview',
  trend: 'trend',
  quality: 'quality',
  handover: 'handover',
  hours: 'business hours',
  presence: 'sessions and devices',
  access: 'access',
  audit: 'the audit',
  reads: 'reads of SARs',
  jobs: 'jobs',
  notices: 'notices',
  policies: 'policies',
  'screening-lists': 'screening lists',
}
const FLAGS: Record<Flag, readonly [on: string, off: string]> = {
  typing: ['in a text', ''],
  listFocus: ['list focused', 'list not focused'],
  hasCursor: ['', 'no row'],
  hasSelection: ['with a selection', ''],
  alertCursor: ['on an alert', ''],
  stuck: ['where a decision was rejected', ''],
  previewOpen: ['preview open', 'preview closed'],
  triage: ['triage', ''],
  offline: ['offline', 'online'],
  readOnly: ['read only', ''],
  admin: ['administrators', ''],
  docAdmin: ['document administrators', ''],
}
const OVERLAYS: Record<Overlay, string> = {
  none: '',
  palette: 'in the palette',
  dialog: 'in the dialog',
  drawer: 'in the drawer',
  alert: 'in an alert’s drawer',
  help: 'in the help',
}
/** More places than this are not told one by one. */
const SOME = 3

/** "queue, case", "triage", "everywhere"; conditions that explain themselves are left out. */
export function whenText(when: When): string {
  const words = [...new Set(parts(when))].filter(Boolean)
  return words.length > 0 ? words.join(', ') : 'everywhere'
}

function parts(when: When): string[] {
  switch (when.op) {
    case 'view':
      return when.views.length > SOME ? ['lists'] : when.views.map((view) => VIEWS[view])
    case 'overlay':
      return when.overlays.includes('none') ? [] : when.overlays.map((overlay) => OVERLAYS[overlay])
    case 'flag':
      return [FLAGS[when.flag][0]]
    case 'not':
      return when.of.op === 'flag' ? [FLAGS[when.of.flag][1]] : []
    default:
      return when.of.flatMap(parts)
  }
}
