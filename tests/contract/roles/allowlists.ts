import { type Rows } from './row.ts'

export const allowlists: Rows = {}
