import { type Rows } from './row.ts'

export const files: Rows = {}
