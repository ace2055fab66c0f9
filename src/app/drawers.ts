/** The drawers by name, with the type of their value. */
import type { ComponentType } from 'react'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { CustomerTransaction } from '#contract/model/customer.ts'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import type { CurrentAlert } from '#src/features/allowlists/from-alert.ts'
import type { NoteDraft } from '#src/features/cases/detail/case-deps.ts'
import type { Comment } from '#src/features/cases/detail/note-drawer.tsx'
import type { TriggerValue } from '#src/features/cases/detail/trigger-drawer.tsx'
import type { Who } from '#src/features/customers/queries.ts'
import type { OpenForm } from '#src/features/helpdesk/form-link.ts'
import type { TicketAbout } from '#src/features/helpdesk/helpdesk.ts'
import type { OpenTicket } from '#src/features/helpdesk/ticket.tsx'
import type { LookList } from '#src/features/lists/look/look.ts'
import type { Rewording } from '#src/features/outbox/acts.ts'
import type { SpreadOf } from '#src/features/workload/workload-rows.ts'
import type { DrawerName, DrawerValues } from '#src/ui/overlay/drawer-store.ts'

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    'account alert': AccountAlertItem
    'add ticket': TicketAbout
    'alert resolve': NoteDraft
    'allow list': CurrentAlert
    assistant: null
    'auto-assignment': { platform: string }
    'business hours': { platform: string }
    'case comment': Comment
    columns: { list: LookList }
    'customer form': OpenForm
    'money flow': Who
    'other words': Rewording
    'rule resolve': Allowlist
    'quality review': { platform: string }
    'similar cases': { label: string; caseId: string; platform: string }
    spread: SpreadOf
    ticket: OpenTicket
    transaction: { label: string; row: CustomerTransaction }
    'trigger info': TriggerValue
  }
}

export interface DrawerProps<V = unknown> {
  /** The value of the drawer. */
  value: V
  onClose: () => void
}

export interface DrawerEntry<V = unknown> {
  title: (value: V) => string
  load: () => Promise<ComponentType<DrawerProps<V>>>
  context?: 'alert drawer'
}

const label = (value: { label: string }) => value.label

const drawers: { readonly [N in DrawerName]: DrawerEntry<DrawerValues[N]> } = {
  'case comment': {
    title: (value) => `Note on ${value.label}`,
    load: () => import('#src/features/cases/detail/note-drawer.tsx').then((m) => m.CommentDrawer),
  },
  'alert resolve': {
    title: label,
    load: () => import('#src/features/cases/detail/note-drawer.tsx').then((m) => m.DecisionDrawer),
  },
  'account alert': {
    title: () => 'Why the alert fired',
    context: 'alert drawer',
    load: () => import('#src/features/account-alerts/alert-drawer.tsx').then((m) => m.AlertDrawer),
  },
  'trigger info': {
    title: () => 'Why the alert fired',
    context: 'alert drawer',
    load: () => import('#src/features/cases/detail/trigger-drawer.tsx').then((m) => m.TriggerDrawer),
  },
  'allow list': {
    title: () => 'Allow list from the alert',
    load: () => import('#src/features/allowlists/alert-drawer.tsx').then((m) => m.AlertAllowlistDrawer),
  },
  'rule resolve': {
    title: () => 'Resolve what an allow list covers',
    load: () => import('#src/features/allowlists/resolve-drawer.tsx').then((m) => m.ResolveDrawer),
  },
  'other words': {
    title: () => 'Edit the note and send again',
    load: () => import('#src/features/outbox/rewording-drawer.tsx').then((m) => m.RewordingDrawer),
  },
  'add ticket': {
    title: (value) => `New ticket for ${value.customerName}`,
    load: () => import('#src/features/helpdesk/new-ticket.tsx').then((m) => m.NewTicketDrawer),
  },
  ticket: {
    title: (value) => value.subject,
    load: () => import('#src/features/helpdesk/ticket.tsx').then((m) => m.TicketDrawer),
  },
  'customer form': {
    title: (value) => value.form.title,
    load: () => import('#src/features/helpdesk/form.tsx').then((m) => m.FormDrawer),
  },
  spread: {
    title: () => 'Assign to others',
    load: () => import('#src/features/workload/spread-drawer.tsx').then((m) => m.SpreadDrawer),
  },
  'business hours': {
    title: () => 'Business hours',
    load: () => import('#src/features/business-hours/business-hours-drawer.tsx').then((m) => m.BusinessHoursDrawer),
  },
  'auto-assignment': {
    title: () => 'Auto-assignment, dry run',
    load: () => import('#src/features/workload/auto-assign-drawer.tsx').then((m) => m.AutoAssignDrawer),
  },
  'quality review': {
    title: () => 'Quality review',
    load: () => import('#src/features/quality/review-drawer.tsx').then((m) => m.ReviewDrawer),
  },
  transaction: {
    title: label,
    load: () => import('#src/features/customers/sections/transaction-drawer.tsx').then((m) => m.TransactionDrawer),
  },
  columns: {
    title: () => 'Columns',
    load: () => import('#src/features/lists/look/columns-drawer.tsx').then((m) => m.ColumnsDrawer),
  },
  'similar cases': {
    title: label,
    load: () => import('#src/features/cases/detail/similar-drawer.tsx').then((m) => m.SimilarDrawer),
  },
  'money flow': {
    title: () => 'Flow of money, 12 months',
    load: () => import('#src/features/customers/sections/money-flow.tsx').then((m) => m.MoneyFlowDrawer),
  },
  assistant: {
    title: () => 'Assistant',
    load: () => import('#src/features/assistant/assistant-drawer.tsx').then((m) => m.AssistantDrawer),
  },
}

/** By name, with the stored value: that of `openDrawer`, or of an earlier page of this tab. */
export const DRAWERS = drawers as unknown as Readonly<Record<string, DrawerEntry>>
