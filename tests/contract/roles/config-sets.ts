import { type Rows } from './row.ts'

export const configSets: Rows = {}
