/** Policies that have a screen of their own: listed here, changed there. */
import { policyValueText, type ListedPolicy } from '#contract/model/policy.ts'
import { WORK_QUEUES, ALERT_LEVELS } from '#contract/model/values.ts'
import { policyOf as businessHoursOf } from '#server/business-hours/settings.ts'
import type { PolicySource } from '#server/policies/source.ts'
import { policyOf as qualityPolicyOf } from '#server/quality/settings.ts'

const HOURS = { kind: 'number', min: 0, max: 8784, step: 1, unit: 'business hours' } as const
const PERCENT = { kind: 'number', min: 0, max: 100, step: 1, unit: '%' } as const
const QUEUES = { case: 'Cases', accountAlert: 'Account alerts' } as const
const LEVELS = { alert: 'alert', hardstop: 'hard stop' } as const

type Kept = Pick<ListedPolicy, 'version' | 'changedBy' | 'changedAt'>
const elsewhere = (
  of: Pick<ListedPolicy, 'id' | 'group' | 'title' | 'text' | 'shown' | 'where'>,
  { version, changedBy, changedAt }: Kept,
): ListedPolicy => ({ ...of, field: null, value: null, isConfiguration: false, version, changedBy, changedAt })

/** Business hours until work is due. */
export const businessHourPolicies: PolicySource = {
  async list(db, { platform }) {
    const kept = await businessHoursOf(db, platform)
    const { hours, zone, soon } = kept.policy
    const of = { group: 'Due dates', where: 'Business hours' }
    const due = WORK_QUEUES.flatMap((queue) =>
      ALERT_LEVELS.map((level) => {
        const value = hours[queue][level]
        const title = `${QUEUES[queue]}, ${LEVELS[level]}: due after`
        const shown = value === null ? 'No due date' : policyValueText(HOURS, value)
        return elsewhere({ ...of, id: `due:${queue}:${level}`, title, text: 'Counted in business hours.', shown }, kept)
      }),
    )
    const rest = [
      { id: 'due:soon', title: 'Due soon', text: 'What is due within this time.', shown: policyValueText(HOURS, soon) },
      { id: 'due:zone', title: 'Time zone of the business hours', text: 'Days and hours are read in it.', shown: zone },
    ]
    return [...due, ...rest.map((one) => elsewhere({ ...of, ...one }, kept))]
  },
}

/** The rates of quality reviews. */
export const qualityPolicies: PolicySource = {
  async list(db, { platform }) {
    const entries = await qualityPolicyOf(db, platform)
    return entries
      .filter(({ isInForce }) => isInForce)
      .map(({ scope, key, label, rate, reason, by, at }) =>
        elsewhere(
          {
            id: `quality:${scope}:${key}`,
            group: 'Quality',
            title: `Quality reviews: ${scope}${label === '' ? '' : ` ${label}`}`,
            text: reason,
            shown: policyValueText(PERCENT, rate),
            where: 'Team, Quality',
          },
          { version: 0, changedBy: by, changedAt: at },
        ),
      )
  },
}
