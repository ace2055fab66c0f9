/** A brief as the text of a mail: numbers and case ids, no customer by name. Pure. */
import { FORM_STATUS_LABELS, FORM_TYPE_LABELS } from '#contract/model/forms/document-form.ts'
import { findPlatform } from '#contract/model/platform.ts'
import type { Handover } from '#contract/model/handover.ts'

const OTHER_QUEUES = [
  ['accountAlerts', 'Account alerts'],
  ['sanctionsHits', 'Sanctions hits'],
  ['forms', 'SAR and EDD forms'],
  ['tickets', 'Tickets'],
] as const

const line = (label: string, value: string | number) => `  ${label}: ${value}`
const listed = (rows: readonly { name: string; count: number }[]) =>
  rows.map(({ name, count }) => `    ${name}: ${count}`)

/** `home`: the address of the window, where the operator told it. */
export function emailText(
  platform: string,
  { by, brief }: Handover,
  home: string | undefined,
): { subject: string; text: string } {
  const { came, went, waits, unusual, isComparable } = brief
  const label = findPlatform(platform)?.label ?? platform
  const strange = unusual.map(({ name, count, usual }) => line(name, `${count}, usually ${usual}`))
  const nothing = isComparable ? 'Nothing' : 'There is not enough history to tell'
  const text = [
    `Handover of ${label}, ${brief.from.date} to ${brief.to.date} UTC, written by ${by.name}.`,
    '',
    'New',
    line('Cases', came.cases),
    line('Alerts', came.alerts),
    ...listed(came.rules),
    '',
    'Closed',
    line('Cases closed', went.cases),
    line('STRs', went.strs),
    line('Alerts decided', went.decisions),
    ...listed(went.people),
    '',
    'Pending',
    line('Open cases', waits.open),
    line('Unassigned', waits.unassigned),
    line('Awaiting the customer', waits.awaiting),
    line('Hard stops', waits.hardStops),
    line('Approvals', waits.approvals),
    line('Findings', waits.findings),
    ...OTHER_QUEUES.map(([queue, label]) => line(label, waits[queue].open)),
    line('SLA breached', waits.overdue),
    line('Due soon', waits.dueSoon),
    ...waits.dueFirst.map(({ id, due, isOverdue }) => `    ${id}, due ${due.date}${isOverdue ? ', breached' : ''}`),
    ...waits.formsDue.flatMap(({ id, type, status, due, isOverdue }) =>
      due === null
        ? []
        : [
            `    ${FORM_TYPE_LABELS[type]} ${id}, ${FORM_STATUS_LABELS[status]}, due ${due}${isOverdue ? ', breached' : ''}`,
          ],
    ),
    '',
    'Unusual',
    ...(strange.length > 0 ? strange : [`  ${nothing}`]),
    '',
    ...(home === undefined ? [] : [`${home}/admin/${encodeURIComponent(platform)}/team/handover`, '']),
  ]
  return { subject: `Handover of ${label}, ${brief.to.date} UTC`, text: text.join('\n') }
}
