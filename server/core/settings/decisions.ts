/** Controls of decisions: four eyes, stacks, precedent, claims, and words to customers. */
import * as z from 'zod'
import { DEFAULT_SAMPLING } from '#contract/model/cases/stacks.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { number, oneOf, someOf, termsByPlatform, whole } from './readers.ts'
import { setting } from './setting.ts'

/**
 * The actions of the policy. `str`: proposing and approving an STR; `str-reject`: closing a case without one. `forms`
 * always applies: nobody approves a form they wrote on.
 */
export const FOUR_EYES = [
  'rules',
  'str',
  'str-reject',
  'allowlists',
  'hardstop',
  'bulk',
  'sanctions',
  'access',
  'forms',
] as const

const EYES = 'Four eyes'
const DECISIONS = 'Decisions'

/** Terms by platform; `=` before one asks for the whole word. */
const showTerms = (terms: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(terms)
    .map(([platform, each]) => {
      const name = platform === '*' ? 'Other platforms' : (findPlatform(platform)?.label ?? platform)
      const words = each.map((term) => (term.startsWith('=') ? `${term.slice(1)} (whole word)` : term))
      return `${name}: ${words.join(', ') || 'none'}`
    })
    .join('; ')

export const decisionSettings = {
  FOUR_EYES: setting({
    schema: someOf(FOUR_EYES),
    secret: 'no',
    group: EYES,
    title: 'Actions that need a second person',
    text: 'Forms are approved by a second person in any case.',
    more: 'Comma-separated; see [Four eyes](#four-eyes).',
    none: 'None',
    values: {
      rules: 'Changes of rules',
      str: 'Recommending an STR',
      'str-reject': 'Closing without an STR',
      allowlists: 'Allowlists',
      hardstop: 'Resolving a hard stop',
      bulk: 'Bulk closes',
      sanctions: 'Sanctions decisions',
      access: 'Administrator rights',
      forms: 'Approval of forms',
    },
  }),
  BULK_CLOSE_LIMIT: setting({
    schema: z.coerce.number().int().min(1).default(100),
    secret: 'no',
    group: EYES,
    title: 'Bulk close: alerts',
    text: 'Under “bulk”, closings of one person above this number wait for a second person.',
    unit: 'alerts',
  }),
  BULK_CLOSE_MINUTES: setting({
    schema: whole(1, 1440, 60),
    secret: 'no',
    group: EYES,
    title: 'Bulk close: time',
    text: 'Under “bulk”, closings are counted over this time.',
    unit: 'minutes',
  }),
  SANCTIONS_RELEASE_SCORE: setting({
    schema: number(0, 1, 0.9),
    secret: 'no',
    group: EYES,
    title: 'Release of a sanctions hit: match score',
    text: 'Under “sanctions”, a hit with at least this match score is released by two people.',
  }),
  PRECEDENT_GUARD: setting({
    schema: oneOf(['off', 'ask']).default('ask'),
    secret: 'no',
    group: DECISIONS,
    title: 'Decision against precedent',
    text: 'A decision that differs from how nearly all like alerts were closed is asked about, and the answer is on record.',
    more: '`ask` or `off`; a platform can have a value of its own, as for the next two.',
  }),
  PRECEDENT_SHARE: setting({
    schema: number(0.51, 1, 0.9),
    secret: 'no',
    group: DECISIONS,
    title: 'Precedent: share',
    text: 'If at least this share of similar alerts had one disposition, another one is against precedent.',
  }),
  PRECEDENT_LEAST: setting({
    schema: whole(1, 1000, 10),
    secret: 'no',
    group: DECISIONS,
    title: 'Precedent: least number',
    text: 'With fewer like alerts than this there is no precedent.',
    unit: 'alerts',
  }),
  UNREAD_FACTS: setting({
    schema: z.enum(['refuse', 'catalogue', 'record']).default('catalogue'),
    secret: 'no',
    group: DECISIONS,
    title: 'Closing without facts read',
    text: 'Closing without a report is refused where its facts were not read, or too long ago. Calls of the catalogue cannot say what was read.',
    more: '`refuse`, `catalogue` (accept calls of the catalogue) or `record` (accept all); a platform can have a value of its own, as for the next three.',
    values: { refuse: 'Refuse', catalogue: 'Refuse, but accept calls of the catalogue', record: 'Accept and record' },
  }),
  FACTS_MINUTES: setting({
    schema: whole(1, 1440, 60),
    secret: 'no',
    group: DECISIONS,
    title: 'Age of facts: with a connection',
    text: 'Facts that were read longer ago than this are read again before a decision.',
    unit: 'minutes',
  }),
  FACTS_OFFLINE_MINUTES: setting({
    schema: whole(1, 10_080, 1440),
    secret: 'no',
    group: DECISIONS,
    title: 'Age of facts: offline',
    text: 'Without a connection, facts may have been read this long before the decision; its note says when.',
    unit: 'minutes',
  }),
  SAMPLE_LEAST: setting({
    schema: whole(2, 1000, 10),
    secret: 'no',
    group: DECISIONS,
    title: 'Usual amounts: least number of payments',
    text: 'Of fewer payments than this no percentile and no z-score is computed.',
    unit: 'payments',
  }),
  STACK_SAMPLING: setting({
    schema: whole(0, 100, DEFAULT_SAMPLING.share),
    secret: 'no',
    group: DECISIONS,
    title: 'Stacks: sampling rate',
    text: 'Similar cases or account alerts are decided as one stack after this share of them was looked at; which ones is on record. A rule with a higher rate of quality reviews takes that rate.',
    more: 'In percent; a platform can have a value of its own, as for the next.',
    unit: '%',
  }),
  STACK_SAMPLING_LEAST: setting({
    schema: whole(1, 500, DEFAULT_SAMPLING.least),
    secret: 'no',
    group: DECISIONS,
    title: 'Stacks: least number',
    text: 'At least this many of a stack are reviewed, or all of it.',
    unit: 'alerts',
  }),
  HOLD_SECONDS: setting({
    schema: number(0, 120, 10),
    secret: 'no',
    group: DECISIONS,
    title: 'Undo window',
    text: 'A decision is held for this time before it is sent.',
    unit: 'seconds',
    values: { 0: 'None: decisions are sent at once' },
  }),
  DWELL_MS: setting({
    schema: whole(0, 10_000, 400),
    secret: 'no',
    group: DECISIONS,
    title: 'Minimum view time in triage',
    text: 'A decision sooner than this after its alert appeared is refused.',
    unit: 'milliseconds',
    values: { 0: 'None' },
  }),
  TIPPING_OFF_WORDS: setting({
    schema: termsByPlatform,
    secret: 'no',
    group: DECISIONS,
    title: 'Tipping-off words',
    text: 'A message to a customer with one of these words needs a reason.',
    more: 'Words of suspicion and of reports by platform, as JSON: `{"paxum": ["suspici", "=sar"], "*": []}`; `=` stands before whole words, `*` for platforms that are not named. A message to a customer with an open or filed report needs a reason, too.',
    fallback: 'built in, ten languages',
    none: 'The built-in lists in ten languages',
    show: showTerms,
  }),
  CONTRADICTED_CLAIMS: setting({
    schema: oneOf(['refuse', 'ask']).default('refuse'),
    secret: 'no',
    group: DECISIONS,
    title: 'Template that the facts contradict',
    text: 'Whether its note is refused, or asks for a reason.',
    more: '`refuse` or `ask`.',
    values: { refuse: 'Refuse', ask: 'Ask for a reason' },
  }),
}
