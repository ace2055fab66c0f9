/** Dependencies of the allowlist commands on the window. */
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import type { Ctx } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import type { Cases } from '#src/features/cases/public.ts'
import type { Allowlists } from './allowlists.ts'

export interface AllowlistDeps {
  data: Data
  allowlists: Allowlists
  cases: Cases
  /** The platform that is worked on. */
  platform(): string
}

/** The allowlist under the cursor of the list. */
export function rowOf(c: Ctx): Allowlist | undefined {
  return c.list?.noun[0] === 'allow list' ? (c.list.rowOf(c.targets[0] ?? '') as Allowlist | undefined) : undefined
}

/** The one that is open, or the one under the cursor. */
export const targetAllowlist = (c: Ctx, { allowlists }: Pick<AllowlistDeps, 'allowlists'>): Allowlist | undefined =>
  allowlists.store.getState().opened?.saved ?? rowOf(c)
