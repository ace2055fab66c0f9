import { type Rows } from './row.ts'

export const accountAlerts: Rows = {}
