// The claims of the templates that close an alert, where no digit decides: beside the alert in its drawer.
import { useSyncExternalStore } from 'react'
import type { AlertKind } from '#contract/model/templates/template.ts'
import { useFacts, type FactSubject } from '#src/features/facts/public.ts'
import { fitsRule } from '#src/features/templates/notes.ts'
import { readTemplates, subscribeTemplates } from '#src/features/templates/template-store.ts'
import { ClaimsByKey } from './claims-by-key.tsx'
import { proofOf } from './connect-claims.ts'

interface TemplateClaimsProps {
  kind: AlertKind
  subject: FactSubject
  alertId: string
  ruleType: string | undefined
}

export function TemplateClaims({ kind, subject, alertId, ruleType }: TemplateClaimsProps) {
  const { sheet } = useFacts(subject)
  const book = useSyncExternalStore(subscribeTemplates, readTemplates)
  if (!sheet) return null
  const items = book.macros[kind].flatMap(({ key, title, templateId }) => {
    const template = book.templates.find(({ id }) => id === templateId)
    if (!template || !fitsRule({ templateId }, ruleType, book)) return []
    return { keys: [key], title, judged: proofOf(template, { variables: {}, sheet, alertId, ruleType }).judged }
  })
  return <ClaimsByKey items={items} />
}
