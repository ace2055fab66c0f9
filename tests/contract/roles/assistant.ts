import { type Rows } from './row.ts'

export const assistant: Rows = {}
