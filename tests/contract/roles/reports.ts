import { nothing, type Rows } from './row.ts'

export const reports: Rows = {
  transactions: { input: nothing },
  metadata: { input: nothing },
  csv: { input: nothing },
}
