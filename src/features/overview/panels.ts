/** The panels of the managers' overview: what each counts, and the list that a row leads to. */
import { defaultStringifySearch } from '@tanstack/react-router'
import type { Output } from '#contract/call.ts'
import type { team } from '#contract/calls/team.ts'
import { APPROVAL_LABELS } from '#contract/model/cases/approval.ts'
import { fromStamp } from '#contract/model/common.ts'
import { WORK_QUEUES } from '#contract/model/values.ts'
import { WORK_QUEUE_LABELS } from '#contract/model/team/exclusion.ts'
import { LOAD_QUEUE_LABELS, LOAD_QUEUES, type LoadQueue, type TeamLoad } from '#contract/model/team/team.ts'
import { createCharts, type Chart, type ChartRow } from '#src/features/charts/public.ts'
import { totalOf } from '#src/features/workload/public.ts'
import { shortAge } from '#src/format/age.ts'
import { formatCount } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'

/** A row that knows its list, below the platform; null where no list shows it. */
interface OverviewRow extends ChartRow {
  path: string | null
}

const PATHS: Readonly<Record<LoadQueue, string>> = {
  case: 'cases/',
  accountAlert: 'account-alerts/',
  sanctionsHit: 'screening/',
  form: 'forms/sar',
  ticket: 'customers/',
}

const open = { case: { status: 'New & Await' }, accountAlert: {} } as const

/** The queue of cases or of account alerts, narrowed. */
const queueAt = (queue: keyof typeof open, filter: object) =>
  PATHS[queue] + defaultStringifySearch({ ...open[queue], ...filter })

/** The list of a queue's open work; tickets are in a panel of their own. */
const listOf = (queue: LoadQueue): string | null =>
  queue === 'case' || queue === 'accountAlert' ? queueAt(queue, {}) : queue === 'ticket' ? null : PATHS[queue]

const chart = (init: Omit<Chart, 'hrefOf'>): Chart => ({
  ...init,
  hrefOf: (platform, row) => {
    const { path } = row as OverviewRow
    return path === null ? null : `/admin/${encodeURIComponent(platform)}/${path}`
  },
})

export const OVERVIEW_PANELS = [
  chart({
    id: 'queues',
    title: 'Open work by queue',
    of: 'Queue',
    columns: ['Breached', 'Due soon', 'Unassigned'],
    counted: 'Open',
  }),
  chart({ id: 'late', title: 'Breached and due soon', of: 'What' }),
  chart({ id: 'unassigned', title: 'Unassigned by queue', of: 'Queue' }),
  chart({
    id: 'people',
    title: 'Open work by person',
    of: 'Person',
    columns: ['Cases', 'Alerts', 'Hits', 'Forms', 'Tickets', 'Breached'],
    counted: 'Open',
  }),
  chart({ id: 'approvals', title: 'Approvals and escalations', of: 'What waits for a manager' }),
  chart({ id: 'quality', title: 'Quality', of: 'What' }),
  chart({ id: 'absences', title: 'Absences', of: 'Person', counted: 'Days', columns: ['Covered by'] }),
  chart({
    id: 'auto',
    title: 'Auto-assignment, last run',
    of: 'Queue',
    counted: 'Assigned',
    columns: ['At', 'Unassigned after'],
  }),
  chart({ id: 'tickets', title: 'Tickets that wait for us, the oldest', of: 'Ticket', counted: 'Age' }),
] as const
export const OVERVIEW = createCharts('Overview of the team', OVERVIEW_PANELS)

/** The rows counted from the load of the team. */
export function loadRows({ unassigned, members }: TeamLoad) {
  const all = [unassigned, ...members]
  const sum = (queue: LoadQueue, of: 'open' | 'breached' | 'dueSoon') =>
    all.reduce((total, { queues }) => total + queues[queue][of], 0)
  const dueRow = (queue: 'case' | 'accountAlert' | 'form', state: 'breached' | 'dueSoon'): OverviewRow => ({
    key: `${queue} ${state}`,
    label: `${LOAD_QUEUE_LABELS[queue]}, ${state === 'breached' ? 'breached' : 'due soon'}`,
    count: sum(queue, state),
    path: queue === 'form' ? PATHS.form : queueAt(queue, { due: state === 'breached' ? 'breached' : 'soon' }),
  })
  return {
    queues: LOAD_QUEUES.map((queue): OverviewRow => ({
      key: queue,
      label: LOAD_QUEUE_LABELS[queue],
      count: sum(queue, 'open'),
      cells: [sum(queue, 'breached'), sum(queue, 'dueSoon'), unassigned.queues[queue].open].map(formatCount),
      path: listOf(queue),
    })),
    late: (['case', 'accountAlert', 'form'] as const).flatMap((queue) => [
      dueRow(queue, 'breached'),
      dueRow(queue, 'dueSoon'),
    ]),
    unassigned: LOAD_QUEUES.filter((queue) => queue !== 'form' && queue !== 'ticket').map((queue): OverviewRow => ({
      key: queue,
      label: LOAD_QUEUE_LABELS[queue],
      count: unassigned.queues[queue].open,
      path: queue === 'case' || queue === 'accountAlert' ? queueAt(queue, { assign: '1' }) : PATHS[queue],
    })),
    people: members
      .filter((member) => totalOf(member, 'open') > 0 || member.worksOn.length > 0)
      .map((member): OverviewRow => ({
        key: member.person.id,
        label: member.isAbsent ? `${member.person.name}, absent` : member.person.name,
        count: totalOf(member, 'open'),
        cells: [
          ...LOAD_QUEUES.map((queue) => formatCount(member.queues[queue].open)),
          formatCount(totalOf(member, 'breached')),
        ],
        path: queueAt('case', { user: member.person.id }),
      })),
  }
}

type Overview = Output<typeof team.overview>

/** The rows of everything else. */
export function overviewRows({ approvals, escalated, quality, absences, auto, tickets }: Overview, now: number) {
  return {
    approvals: [
      ...approvals.map(({ kind, count }): OverviewRow => ({
        key: kind,
        label: APPROVAL_LABELS[kind],
        count,
        path: 'team/approvals',
      })),
      // the list has all that is with the manager
      ...escalated.map(({ queue, manager, count }): OverviewRow => ({
        key: `escalated ${queue} ${manager.id}`,
        label: `${WORK_QUEUE_LABELS[queue]} escalated to ${manager.name}`,
        count,
        path: queueAt(queue, { user: manager.id }),
      })),
    ],
    quality: [
      { key: 'open', label: 'Findings without an answer', count: quality.open },
      { key: 'answered', label: 'Findings to close', count: quality.answered },
      { key: 'unread', label: 'Reviews to make', count: quality.unread },
    ].map((row): OverviewRow => ({ ...row, path: 'team/quality' })),
    absences: absences.map(({ id, person, from, to, cover }): OverviewRow => ({
      key: id,
      label: `${person.name}, ${from} to ${to}`,
      count: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1,
      cells: [cover?.name ?? '–'],
      path: 'team',
    })),
    auto: WORK_QUEUES.map((queue): OverviewRow => {
      const run = auto[queue]
      return {
        key: queue,
        label: WORK_QUEUE_LABELS[queue],
        count: run?.assigned ?? 0,
        cells: run ? [formatDateTime(run.at), formatCount(run.unassigned)] : ['no run yet', '–'],
        path: queueAt(queue, { assign: '1' }),
      }
    }),
    tickets: tickets.map(({ id, subject, customerId, at }): OverviewRow => ({
      key: id,
      label: subject,
      count: Math.max(0, Math.floor((now - fromStamp(at)) / 86_400_000)),
      text: shortAge(now - fromStamp(at)),
      path: `customers/customer/${encodeURIComponent(customerId)}`,
    })),
  }
}
