import { type Rows } from './row.ts'

export const rules: Rows = {}
