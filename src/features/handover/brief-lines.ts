/** A brief as sections of lines, each with the list it is counted from: the same on the screen and on paper. Pure. */
import { defaultStringifySearch } from '@tanstack/react-router'
import { FORM_STATUS_LABELS, FORM_TYPE_LABELS } from '#contract/model/forms/document-form.ts'
import type { Brief } from '#contract/model/handover.ts'
import { caseHref } from '#src/features/cases/public.ts'
import { formatCount } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'

export interface BriefLine {
  key: string
  label: string
  value: string
  /** Null where no list shows it. */
  href: string | null
}

export interface BriefSection {
  title: string
  lines: readonly BriefLine[]
  /** Shown in place of empty lines. */
  nothing: string
}

const OTHER_QUEUES = [
  { queue: 'accountAlerts', label: 'Account alerts', path: 'account-alerts/' },
  { queue: 'sanctionsHits', label: 'Sanctions hits', path: 'screening/' },
  { queue: 'forms', label: 'SAR and EDD forms', path: 'forms/sar' },
  { queue: 'tickets', label: 'Tickets', path: 'team/overview' },
] as const

const dayOf = ({ date }: { date: string }) => date.slice(0, 10)

export function briefSections(platform: string, brief: Brief): readonly BriefSection[] {
  const { came, went, waits, unusual } = brief
  const home = `/admin/${encodeURIComponent(platform)}`
  const cases = (filter: object) => `${home}/cases/${defaultStringifySearch(filter)}`
  // the queue goes by days
  const arrived = { status: '', timeS: dayOf(brief.from), timeE: dayOf(brief.to) }
  const closed = { endS: dayOf(brief.from), endE: dayOf(brief.to) }
  const open = { status: 'New & Await' }
  const line = (label: string, count: number, href: string | null, key = label): BriefLine => ({
    key,
    label,
    value: formatCount(count),
    href,
  })
  return [
    {
      title: 'New',
      nothing: '',
      lines: [
        line('Cases', came.cases, cases(arrived)),
        line('Alerts', came.alerts, null),
        ...came.rules.map(({ id, name, count }) => line(name, count, cases({ ...arrived, rule: id }), `rule ${id}`)),
      ],
    },
    {
      title: 'Closed',
      nothing: '',
      lines: [
        line('Cases closed', went.cases, cases({ status: '', ...closed })),
        line('STRs', went.strs, cases({ status: 'str', ...closed })),
        line('Alerts decided', went.decisions, null),
        ...went.people.map(({ id, name, count }) =>
          line(name, count, cases({ status: '', ...closed, user: id }), `person ${id}`),
        ),
      ],
    },
    {
      title: 'Pending',
      nothing: '',
      lines: [
        line('Open cases', waits.open, cases(open)),
        line('Unassigned', waits.unassigned, cases({ ...open, assign: '1' })),
        line('Awaiting the customer', waits.awaiting, cases({ status: 'await' })),
        line('With a hard stop', waits.hardStops, cases({ ...open, action: 'hardstop' })),
        line('Approvals', waits.approvals, `${home}/team/approvals`),
        line('Findings', waits.findings, `${home}/team/quality`),
        ...OTHER_QUEUES.map(({ queue, label, path }) => line(label, waits[queue].open, `${home}/${path}`)),
      ],
    },
    {
      title: 'SLA',
      nothing: '',
      lines: [
        line('Breached', waits.overdue, cases({ ...open, due: 'breached' })),
        line('Due soon', waits.dueSoon, cases({ ...open, due: 'soon' })),
        ...waits.dueFirst.map(({ id, client, due, isOverdue }) => ({
          key: `case ${id}`,
          label: `${id}, ${client}`,
          value: `${isOverdue ? 'breached since' : 'due'} ${formatDateTime(due)}`,
          href: caseHref(platform, id),
        })),
        ...waits.formsDue.map(({ id, type, status, client, due, isOverdue }) => ({
          key: `form ${id}`,
          label: `${FORM_TYPE_LABELS[type]}, ${client}`,
          value: [FORM_STATUS_LABELS[status], due && `${isOverdue ? 'breached since' : 'due'} ${due}`]
            .filter(Boolean)
            .join(', '),
          href: `${home}/form/${id}`,
        })),
      ],
    },
    {
      title: 'Unusual',
      nothing: brief.isComparable
        ? 'Nothing is far from the same hours of the four weeks before.'
        : 'There is not enough history to tell.',
      lines: unusual.map(({ ruleId, name, count, usual }) => ({
        key: `unusual ${ruleId}`,
        label: name,
        value: `${formatCount(count)}, usually ${usual}`,
        href: cases(ruleId === null ? arrived : { ...arrived, rule: ruleId }),
      })),
    },
  ]
}
