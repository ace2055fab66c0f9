import { type Rows } from './row.ts'

export const tasks: Rows = {}
