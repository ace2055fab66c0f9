import { nothing, type Rows } from './row.ts'

export const session: Rows = {
  info: { input: nothing },
  platforms: { input: nothing },
}
