/** The claims of a template as the server knows it: what a decision that names it rests on. */
import type { Claim } from '#contract/model/facts/claims.ts'
import { BUILT_IN_REVISION } from '#contract/model/facts/built-in.ts'
import { BUILT_IN_CLAIMS, claimsFor } from '#contract/model/facts/default-claims.ts'
import type { TemplateValue } from '#contract/model/templates/template-value.ts'
import type { Db } from '#server/store/sql.ts'

/** On an alert of a type of rule. Null where the server does not know that revision: what the window states is all there is. */
export async function claimsOfTemplate(
  db: Db,
  { platform, account, ruleType }: { platform: string; account: string; ruleType: string | undefined },
  ref: string,
): Promise<readonly Claim[] | null> {
  const at = ref.lastIndexOf('@')
  const [id, revision] = [ref.slice(0, at), Number(ref.slice(at + 1))]
  const kept = await db
    .selectFrom('setting')
    .select('value')
    .where('kind', '=', 'template')
    .where('id', '=', id)
    .where('platform', '=', platform)
    .where('owner', 'in', [account, ''])
    .execute()
  const found = kept.map(({ value }) => value as TemplateValue).find((one) => one.revision === revision)
  if (found) {
    const { claims, body } = found
    // as the window fills it
    return claimsFor(id, claims ?? (body.includes('{{claims}}') ? (BUILT_IN_CLAIMS[id] ?? []) : []), ruleType)
  }
  const builtIn = revision === BUILT_IN_REVISION ? BUILT_IN_CLAIMS[id] : undefined
  return builtIn ? claimsFor(id, builtIn, ruleType) : null
}
