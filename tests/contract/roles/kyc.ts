import { type Rows } from './row.ts'

export const kyc: Rows = {}
