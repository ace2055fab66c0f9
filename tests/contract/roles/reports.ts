import { type Rows } from './row.ts'

export const reports: Rows = {}
