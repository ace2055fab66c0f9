import { type Rows } from './row.ts'

export const documentForms: Rows = {}
