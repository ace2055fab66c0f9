import type { Hit } from './detect.ts'

/** What an alert says of its hit, whatever it is raised on: whose it is, and the rule as it stood. */
export const alertOfHit = (
  platform: string,
  { rule, account }: Hit,
  enrichment: ReadonlyMap<string, Record<string, unknown>>,
) => ({
  platform,
  customer_id: account,
  rule_id: rule.id,
  rule_name: rule.name,
  rule_type: rule.type,
  rule_description: rule.description,
  revision_id: rule.revisionId,
  level: rule.options.action ?? 'alert',
  criteria: rule.criteria,
  enrichment: enrichment.get(account) ?? {},
  version: 1,
})
