/** The explanation of an alert: the detector's text, and the rule's own. */
import type { ActiveRule } from './rules.ts'
import type { TriggerInfo } from './rule-type.ts'

/** The trigger in the rule's own words before the detector's, with the customer's name where the rule asks for it. */
export function inRuleWords({ options }: ActiveRule, trigger: TriggerInfo, customerName: string): TriggerInfo {
  const { triggerInfo: own } = options
  if (!own?.enabled) return trigger
  const words = own.text.trim()
  return {
    ...trigger,
    text: words === '' ? trigger.text : `${words}: ${trigger.text}`,
    facts: own.customerName
      ? [{ label: 'Customer', saw: customerName, allows: null }, ...trigger.facts]
      : trigger.facts,
  }
}
