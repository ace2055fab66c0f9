/** The notes that analysts of the demo world write: who, what and why, in up to three lines. */
import type { Reason } from '#contract/model/values.ts'
import type { Random } from './random.ts'

/** The values that a note can contain. */
export interface NoteSlots {
  client: string
  counterparty: string
  usd: string
  rule: string
  /** The text of the alert. */
  trigger: string
}

type Template = (slots: NoteSlots) => string

/** Fills a template; a name that ends in a full stop gets no second one. */
function write(template: Template, slots: NoteSlots): string {
  return template(slots).replaceAll('..', '.')
}

const FALSE_POSITIVE: readonly (readonly [Reason, Template])[] = [
  [
    'FP_EXPECTED',
    ({ client, trigger }) =>
      `${trigger}. In line with the expected activity on ${client}'s profile; source of funds documented at onboarding. No further action.`,
  ],
  [
    'FP_EXPECTED',
    ({ client, counterparty, usd }) =>
      `${client} paid ${counterparty} ${usd} USD before under the same contract. Amount and timing match the invoice on file. Closed as false positive.`,
  ],
  [
    'EXPLAINED_DOCS',
    ({ client, usd }) =>
      `${client} provided the invoice and proof of delivery for ${usd} USD. Documents agree with the payment; nothing unusual remains.`,
  ],
  [
    'PREV_REVIEWED',
    ({ client, rule }) =>
      `Same pattern as reviewed earlier for ${client} under "${rule}". Circumstances unchanged, conclusion stands.`,
  ],
  [
    'FP_RULE',
    ({ trigger }) =>
      `${trigger}. The threshold is low for this kind of business; passed on to rule tuning. No suspicion on the transaction itself.`,
  ],
  [
    'MONITOR',
    ({ client, trigger }) =>
      `${trigger}. Plausible explanation, first occurrence for ${client}. To be looked at again should it repeat within 30 days.`,
  ],
]
const REJECTED: readonly (readonly [Reason, Template])[] = [
  [
    'FP_DATA',
    ({ counterparty }) =>
      `The alert rests on a wrong record: ${counterparty} was merged with another party. Data corrected, alert rejected.`,
  ],
  [
    'FP_DUPLICATE',
    ({ rule }) => `Covers the same event as another "${rule}" alert already decided. Rejected as a duplicate.`,
  ],
]
const SUSPICIOUS: readonly Template[] = [
  ({ client, trigger }) =>
    `${trigger}. ${client} gave no plausible economic purpose, and the funds left within hours. Reasonable grounds to suspect; escalated for an STR.`,
  ({ client, counterparty, usd }) =>
    `${client} moved ${usd} USD with ${counterparty} in amounts that stay below the reporting threshold. No link between the parties is known. STR recommended.`,
  ({ client, trigger }) =>
    `${trigger}. The activity does not match the stated occupation of ${client}, and the explanation changed between two calls. STR recommended.`,
]
const CLOSING: readonly Template[] = [
  ({ client }) => `All alerts reviewed, activity of ${client} explained. No STR.`,
  ({ client, counterparty }) =>
    `Payment of ${client} with ${counterparty} is consistent with the file. Closed without STR.`,
]
const AWAITING: readonly Template[] = [
  ({ client, usd }) =>
    `Asked ${client} for the invoice and the purpose of the ${usd} USD payment. Answer due in five working days.`,
  ({ client, counterparty }) =>
    `Requested from ${client} a statement of the relationship with ${counterparty} and proof of the source of funds.`,
]
const WORKING: readonly Template[] = [
  ({ client }) => `Looked at the last 90 days of ${client}. Waiting for the second reviewer before deciding.`,
  ({ counterparty }) =>
    `Searched ${counterparty} in adverse media: nothing found. Company register still to be checked.`,
]

/** The reason for which an alert was closed, with its code. */
export function closingOf(
  random: Random,
  status: 'resolved' | 'rejected',
  slots: NoteSlots,
): { reason: Reason; note: string } {
  const [reason, template] = random.pick(status === 'resolved' ? FALSE_POSITIVE : REJECTED)
  return { reason, note: write(template, slots) }
}

export function suspicion(random: Random, slots: NoteSlots): string {
  return write(random.pick(SUSPICIOUS), slots)
}

export function noteOf(random: Random, kind: 'closing' | 'awaiting' | 'working', slots: NoteSlots): string {
  return write(random.pick({ closing: CLOSING, awaiting: AWAITING, working: WORKING }[kind]), slots)
}
