/** Account alerts: raised by changes of a customer's profile, worked as one queue over all customers. */
import * as z from 'zod/mini'
import { flag, person, stamp } from './common.ts'
import { ALERT_LEVELS, ALERT_STATUSES, CUSTOMER_TYPES } from './values.ts'

/** A row of the account-alert queue (ours, resolutions 5): what the list shows and what its commands need. */
export const accountAlertItem = z.object({
  id: z.string(),
  platform: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  customerType: z.enum(CUSTOMER_TYPES),
  ruleId: z.string(),
  ruleName: z.string(),
  alertLevel: z.enum(ALERT_LEVELS),
  status: z.enum(ALERT_STATUSES),
  sar: flag,
  createAt: stamp,
  manager: z.nullable(person),
  /** New or waiting for more than a day. */
  isDay: z.boolean(),
  version: z.number(),
})
export type AccountAlertItem = z.infer<typeof accountAlertItem>
