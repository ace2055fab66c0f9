/** The customer of a new ticket: that of the current object. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { customerName, type CustomerItem } from '#contract/model/customer.ts'
import type { Ctx } from '#src/commands/command.ts'
import { targetsOf, type CaseDeps } from '#src/features/cases/public.ts'
import { noteFacts, personFacts } from '#src/features/templates/public.ts'
import type { TicketAbout } from './helpdesk.ts'

export interface AboutPorts extends Pick<CaseDeps, 'queue' | 'writing'> {
  /** The customer whose screen is open. */
  opened(): Pick<TicketAbout, 'platform' | 'customerId' | 'customerName'> | null
}

type Row = AccountAlertItem | CustomerItem

const whoOf = (row: Row) =>
  'customerProfile' in row
    ? {
        platform: row.platform,
        customerId: row.customerProfile.customerId,
        customerName: customerName(row.customerProfile),
      }
    : { platform: row.platform, customerId: row.customerId, customerName: row.customerName }

const rowsOf = (c: Ctx): unknown[] => c.targets.flatMap((id) => c.list?.rowOf(id) ?? [])

/** The rules of those rows that are alerts, each once. */
const rulesOf = (rows: readonly unknown[]): string[] => [
  ...new Set(
    rows.flatMap((row) =>
      typeof row === 'object' && row !== null && 'ruleId' in row && typeof row.ruleId === 'string' ? row.ruleId : [],
    ),
  ),
]

/** The customers of the current objects, each once: a ticket has one. */
export function aboutOf(c: Ctx, { queue, writing, opened }: AboutPorts): TicketAbout[] {
  const who = (
    one: Pick<TicketAbout, 'platform' | 'customerId' | 'customerName'>,
    rows: readonly unknown[] = [],
  ): TicketAbout => {
    const { platform, customerId, customerName: name } = one
    return {
      platform,
      customerId,
      customerName: name,
      on: null,
      facts: personFacts(name, writing()),
      ruleIds: rulesOf(rows),
    }
  }
  switch (c.atoms.view) {
    case 'queue':
    case 'case': {
      const { ids, rowOf, only } = targetsOf(c, queue)
      return ids.flatMap((id) => {
        const row = rowOf(id)
        if (!row) return []
        const { platform, customerId, uuid, data, alerts } = row
        const [alert] = alerts
        const inFront = alerts.filter(({ id: alertId }) => only?.has(alertId) ?? true)
        return {
          platform,
          customerId,
          customerName: data.clientName,
          on: { caseId: row.id, uuid, transactionId: data.transactionId },
          facts: alert ? noteFacts(row, alert, writing()) : personFacts(data.clientName, writing()),
          ruleIds: rulesOf(inFront),
        }
      })
    }
    case 'customer': {
      const one = opened()
      // the current list may be of its alerts
      return one ? [who(one, rowsOf(c))] : []
    }
    case 'accountAlerts':
    case 'customers': {
      const rows = rowsOf(c) as Row[]
      const people = new Map(rows.map((row) => [whoOf(row).customerId, whoOf(row)]))
      return [...people.values()].map((one) =>
        who(
          one,
          rows.filter((row) => whoOf(row).customerId === one.customerId),
        ),
      )
    }
    default:
      return []
  }
}
