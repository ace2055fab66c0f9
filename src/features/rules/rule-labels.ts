/** Labels of the values of a rule, apart from its text: commands need these alone. */
export const AREA_LABELS: Record<string, string> = {
  transaction: 'Transactions',
  account: 'Accounts',
  schedule: 'Accounts, by schedule',
}
export const LEVEL_LABELS: Record<string, string> = { alert: 'Alert', hardstop: 'Hard stop' }
export const TRIGGER_LABELS: Record<string, string> = {
  transaction: 'A transaction',
  customer_update: 'Change of customer data',
}
export const STAGE_LABELS: Record<string, string> = { live: 'In force', shadow: 'Shadow mode', proposed: 'Proposed' }
