import { nothing, type Rows } from '../row.ts'

export const stacks: Rows = { sampling: { input: nothing } }
