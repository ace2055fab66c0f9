import { type Rows } from './row.ts'

export const helpdesk: Rows = {}
