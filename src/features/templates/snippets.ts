/** Templates to be inserted into a note that is being written. */
import { kindClosedBy, type AlertKind } from '#contract/model/templates/template.ts'
import { makesClaims } from '#src/features/templates/claims/connect-claims.ts'
import type { Template } from './defaults.ts'
import { readTemplates } from './template-store.ts'

/**
 * The offers of `;` in a note on a kind of alert: those on digits, then snippets, then the rest. Templates with claims
 * are used by deciding only, which checks them.
 */
export function snippets(kind: AlertKind): { key: string | null; template: Template }[] {
  const { templates: all, macros } = readTemplates()
  const templates = all.filter((one) => !makesClaims(one))
  const digits = macros[kind].filter(({ templateId }) => templates.some(({ id }) => id === templateId))
  const keyed = digits.map(({ key, templateId }) => ({ key, template: templates.find(({ id }) => id === templateId)! }))
  const others = templates
    .filter(
      ({ id, use }) => (kindClosedBy(use) ?? kind) === kind && !digits.some(({ templateId }) => templateId === id),
    )
    .toSorted((a, b) => Number(b.use === 'snippet') - Number(a.use === 'snippet'))
  return [...keyed, ...others.map((template) => ({ key: null, template }))]
}
