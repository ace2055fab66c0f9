// What the right-hand drawer can show, by the name it is opened with.
import type { ComponentType } from 'react'

export interface DrawerProps {
  /** What the drawer was opened with. */
  value: unknown
  onClose: () => void
}

export interface DrawerEntry {
  title: (value: unknown) => string
  /** Null: not built yet, and the drawer says so. */
  load: (() => Promise<ComponentType<DrawerProps>>) | null
  context?: 'alert drawer'
}

const label = (value: unknown) => (value as { label: string }).label

// a drawer's value is what the command that opens it hands over, and no other
const content = (load: () => Promise<unknown>) => load as DrawerEntry['load']

export const DRAWERS: Record<string, DrawerEntry> = {
  'case comment': {
    title: (value) => `Note on ${label(value)}`,
    load: content(() => import('#src/features/cases/note-drawer.tsx').then((m) => m.CommentDrawer)),
  },
  'alert resolve': {
    title: label,
    load: content(() => import('#src/features/cases/note-drawer.tsx').then((m) => m.DecisionDrawer)),
  },
  'account alert': {
    title: () => 'Why the alert fired',
    context: 'alert drawer',
    load: content(() => import('#src/features/account-alerts/alert-drawer.tsx').then((m) => m.AlertDrawer)),
  },
  'trigger info': {
    title: () => 'Why the alert fired',
    context: 'alert drawer',
    load: content(() => import('#src/features/cases/trigger-drawer.tsx').then((m) => m.TriggerDrawer)),
  },
  'allow list': {
    title: () => 'Allow list from the alert',
    load: content(() => import('#src/features/allowlists/alert-drawer.tsx').then((m) => m.AlertAllowlistDrawer)),
  },
  'rule resolve': {
    title: () => 'Resolve what an allow list covers',
    load: content(() => import('#src/features/allowlists/resolve-drawer.tsx').then((m) => m.ResolveDrawer)),
  },
  'other words': {
    title: () => 'Send again with other words',
    load: content(() => import('#src/features/outbox/rewording-drawer.tsx').then((m) => m.RewordingDrawer)),
  },
  'add ticket': {
    title: (value) => `New ticket for ${(value as { customerName: string }).customerName}`,
    load: content(() => import('#src/features/helpdesk/new-ticket.tsx').then((m) => m.NewTicketDrawer)),
  },
  ticket: {
    title: (value) => (value as { subject: string }).subject,
    load: content(() => import('#src/features/helpdesk/ticket.tsx').then((m) => m.TicketDrawer)),
  },
  'customer form': {
    title: (value) => (value as { form: { title: string } }).form.title,
    load: content(() => import('#src/features/helpdesk/form.tsx').then((m) => m.FormDrawer)),
  },
  'money flow': {
    title: () => 'Flow of money, 12 months',
    load: content(() => import('#src/features/customers/money-flow.tsx').then((m) => m.MoneyFlowDrawer)),
  },
  assistant: { title: () => 'Assistant', load: null },
}
