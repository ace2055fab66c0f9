/** Fills a template for one alert, with the results of its claims. Not in the first load, like `check-claims.ts`. */
import { EVIDENCE } from '#contract/model/templates/template.ts'
import type { Template } from '#src/features/templates/defaults.ts'
import { render } from '#src/features/templates/render.ts'
import { makesClaims, proofOf, type Fill } from './connect-claims.ts'

type Facts = Readonly<Record<string, string>>

/**
 * A template with its required evidence: each asks for a reference, as a slot for the user. Beside claims the slots are
 * separate, as the user's own text is.
 */
export function wholeBody(template: Pick<Template, 'id' | 'body' | 'evidence' | 'claims'>): string {
  const { body, evidence } = template
  const asked = evidence.map((one) => `${EVIDENCE[one]} {{?${EVIDENCE[one]}: reference}}`)
  return asked.length > 0 ? `${body}${makesClaims(template) ? '\n\n' : ' '}Evidence: ${asked.join(', ')}.` : body
}

/** Pins are cited, also by a template that does not ask for them. */
function citing(body: string, { evidence = '' }: Facts): string {
  if (evidence === '' || /\{\{\s*evidence\s*\}\}/.test(body)) return body
  const [first = '', ...rest] = body.split('\n\n')
  const cited = `${first} ${body.includes('Evidence: ') ? 'Pinned' : 'Evidence'}: {{evidence}}.`
  return [cited, ...rest].join('\n\n')
}

/** The words of the claims are put where the template wants them, else at its end. */
export function claiming(body: string, text: string): string {
  const wanted = /\s{0,20}\{\{\s{0,20}claims\s{0,20}\}\}/
  if (text === '') return body.replace(wanted, '')
  const [first = '', ...rest] = body.split('\n\n')
  return wanted.test(body) ? body : [`${first} {{claims}}`, ...rest].join('\n\n')
}

/** The words of a template on an alert. */
export const fill: Fill = (template, about) => {
  const { variables } = about
  const proof = proofOf(template, about)
  const against = proof.against?.short ?? null
  const body = citing(claiming(wholeBody(template), proof.text), variables)
  const filled = { ...variables, claims: proof.text }
  const asks = [...proof.asks, ...(proof.asksSteps === undefined ? [] : [proof.asksSteps])]
  if (!makesClaims(template) && asks.length === 0) return { ...render(body, filled), made: '', against }
  const paragraphs = [...body.split('\n\n'), ...asks.map((ask) => `{{?${ask}}}`)]
  const isOwn = (paragraph: string) => render(paragraph, filled).slots.length > 0
  return {
    ...render(paragraphs.filter(isOwn).join('\n\n'), filled),
    made: render(paragraphs.filter((one) => !isOwn(one)).join('\n\n'), filled).text,
    stating: proof.stating,
    isOverride: proof.isContradicted,
    ...(proof.asksSteps !== undefined && { asksSteps: true }),
    ...(proof.asks.length > 0 && { asks: proof.asks }),
    against,
  }
}
