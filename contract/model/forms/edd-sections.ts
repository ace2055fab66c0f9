/** The questions of enhanced due diligence, at onboarding and for existing customers. */
import type { FormSection } from './form-field.ts'

const LEVELS = ['low', 'medium', 'high'] as const

const TRIGGERS_ONBOARDING = [
  'Risk score',
  'PEP',
  'High-risk country',
  'High-risk industry',
  'Complex ownership',
] as const
const TRIGGERS_ONGOING = [...TRIGGERS_ONBOARDING, 'Periodic review', 'Monitoring alert', 'Adverse media'] as const

const trigger = (options: readonly string[]): FormSection => ({
  key: 'trigger',
  title: 'Trigger and risk rating',
  fields: [
    { name: 'triggers', label: 'Triggers', kind: 'choices', options, required: true },
    { name: 'riskRating', label: 'Risk rating', kind: 'choice', options: LEVELS, required: true },
    { name: 'riskReasons', label: 'Reasons for the rating', kind: 'long', required: true },
  ],
})

const identity: FormSection = {
  key: 'identity',
  title: 'Identity',
  fields: [
    {
      name: 'customerType',
      label: 'Kind of customer',
      kind: 'choice',
      options: ['personal', 'business'],
      required: true,
    },
    { name: 'legalName', label: 'Legal name', kind: 'text', required: true },
    { name: 'tradingName', label: 'Trading name', kind: 'text' },
    { name: 'birthDate', label: 'Date of birth or registration', kind: 'date' },
    { name: 'registrationNumber', label: 'Identification or registration number', kind: 'text' },
    { name: 'address', label: 'Address', kind: 'text' },
    { name: 'country', label: 'Country', kind: 'country', required: true },
    { name: 'identityVerified', label: 'How identity was verified', kind: 'text', required: true },
  ],
}

const ownership: FormSection = {
  key: 'ownership',
  title: 'Ownership and control',
  fields: [
    {
      name: 'owners',
      label: 'Beneficial owner',
      kind: 'rows',
      columns: [
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'share', label: 'Share in per cent', kind: 'amount', required: true },
        { name: 'control', label: 'Kind of control', kind: 'text' },
        { name: 'country', label: 'Country', kind: 'country' },
        { name: 'pep', label: 'Politically exposed', kind: 'flag' },
      ],
    },
    { name: 'ownershipNotes', label: 'Structure and control', kind: 'long' },
  ],
}

const purpose: FormSection = {
  key: 'purpose',
  title: 'Nature and purpose',
  fields: [
    { name: 'activity', label: 'Business or occupation', kind: 'text', required: true },
    { name: 'purpose', label: 'Purpose of the relationship', kind: 'long', required: true },
  ],
}

const funds: FormSection = {
  key: 'funds',
  title: 'Source of funds and of wealth',
  fields: [
    { name: 'sourceOfFunds', label: 'Source of funds', kind: 'long', required: true },
    { name: 'sourceOfFundsEvidence', label: 'Evidence of the source of funds', kind: 'text' },
    { name: 'sourceOfWealth', label: 'Source of wealth', kind: 'long', required: true },
    { name: 'sourceOfWealthEvidence', label: 'Evidence of the source of wealth', kind: 'text' },
  ],
}

const expected: FormSection = {
  key: 'expected',
  title: 'Expected activity',
  fields: [
    { name: 'expectedMonthlyUsd', label: 'Volume a month in USD', kind: 'amount', required: true },
    { name: 'expectedCount', label: 'Transactions a month', kind: 'amount' },
    { name: 'expectedCorridors', label: 'Corridors', kind: 'text' },
    { name: 'expectedCounterparties', label: 'Counterparties', kind: 'text' },
  ],
}

const actual: FormSection = {
  key: 'actual',
  title: 'Actual against expected activity',
  fields: [
    { name: 'actualMonthlyUsd', label: 'Volume a month in USD', kind: 'amount', required: true },
    { name: 'actualCount', label: 'Transactions a month', kind: 'amount' },
    { name: 'actualCorridors', label: 'Corridors', kind: 'text' },
    { name: 'deviation', label: 'Deviation and its explanation', kind: 'long', required: true },
    { name: 'alertHistory', label: 'Alerts and reports since the last review', kind: 'long' },
  ],
}

const screening: FormSection = {
  key: 'screening',
  title: 'PEP, sanctions and adverse media',
  fields: [
    { name: 'isPep', label: 'PEP, or a relative or close associate of one', kind: 'flag', required: true },
    { name: 'pepDetails', label: 'Position and relation', kind: 'text' },
    { name: 'sanctionsResult', label: 'Sanctions screening', kind: 'text', required: true },
    { name: 'adverseMedia', label: 'Adverse media', kind: 'long' },
  ],
}

const exposure: FormSection = {
  key: 'exposure',
  title: 'Geography, products and licences',
  fields: [
    { name: 'geography', label: 'Countries of operation', kind: 'text', required: true },
    { name: 'products', label: 'Products and channels', kind: 'text', required: true },
    { name: 'isFinancialInstitution', label: 'Financial institution', kind: 'flag' },
    { name: 'licences', label: 'Licences and supervisors', kind: 'text' },
    { name: 'documents', label: 'Documents seen', kind: 'long' },
  ],
}

const conclusion: FormSection = {
  key: 'conclusion',
  title: 'Assessment and recommendation',
  fields: [
    { name: 'assessment', label: 'Assessment and mitigants', kind: 'long', required: true },
    {
      name: 'recommendation',
      label: 'Recommendation',
      kind: 'choice',
      options: ['Accept', 'Accept with conditions', 'Limit', 'Refuse or exit'],
      required: true,
    },
    { name: 'conditions', label: 'Conditions', kind: 'long' },
    { name: 'seniorApproval', label: 'Senior approval asked of', kind: 'text', required: true },
    { name: 'nextReview', label: 'Next review', kind: 'date', required: true, isToCome: true },
  ],
}

export const EDD_ONBOARDING: readonly FormSection[] = [
  trigger(TRIGGERS_ONBOARDING),
  identity,
  ownership,
  purpose,
  funds,
  expected,
  screening,
  exposure,
  conclusion,
]

export const EDD_ONGOING: readonly FormSection[] = [
  trigger(TRIGGERS_ONGOING),
  identity,
  ownership,
  purpose,
  funds,
  expected,
  actual,
  screening,
  exposure,
  conclusion,
]
