/** People's skills as managers enter them: rule areas with a level (ours). Pure. */
import type { RuleType } from '#contract/model/values.ts'

export const SKILL_AREAS = ['amounts', 'patterns', 'geography', 'names', 'accounts'] as const
export type SkillArea = (typeof SKILL_AREAS)[number]

export const AREA_LABELS: Record<SkillArea, string> = {
  amounts: 'Amounts',
  patterns: 'Velocity and patterns',
  geography: 'Countries and IP addresses',
  names: 'Names and sanctions',
  accounts: 'Accounts and parties',
}

/** 0 is for none entered: then earlier decisions on the rule count. */
export const SKILL_LEVELS = [0, 1, 2, 3] as const
export type SkillLevel = (typeof SKILL_LEVELS)[number]
export const SKILL_MOST = 3
export const LEVEL_NAMES = ['Not entered', 'Basic', 'Experienced', 'Expert'] as const

const AREAS: Record<RuleType, SkillArea> = {
  limit_transaction: 'amounts',
  significant_deposit: 'amounts',
  summary_amount_transaction: 'amounts',
  substantial_increase: 'amounts',
  threshold_breakdown: 'amounts',
  account_velocity: 'patterns',
  transit_transaction: 'patterns',
  high_risk_transactionality: 'patterns',
  multiple_senders: 'patterns',
  repeated_transaction: 'patterns',
  ip_prohibited_country: 'geography',
  ip_different_from_account: 'geography',
  CrossCountryAtmUsage: 'geography',
  CardActivationIpMismatch: 'geography',
  prohibited_keyword: 'names',
  bank_identification: 'names',
  infolaft_sanction: 'names',
  permission_transaction: 'accounts',
  high_disputes: 'accounts',
  multi_parties_address: 'accounts',
}

/** The area of a rule; null for a type that is none of ours. */
export const areaOf = (ruleType: string): SkillArea | null =>
  Object.hasOwn(AREAS, ruleType) ? AREAS[ruleType as RuleType] : null
