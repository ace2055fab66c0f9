/**
 * The questions of a suspicious activity report: the parts of FinCEN form 111, with the starting and completing actions
 * of a FINTRAC report. One form serves both; the regime says where it is filed.
 */
import type { FormField, FormSection } from './form-field.ts'

const SUSPICIONS = ['Money laundering', 'Terrorist financing', 'Sanctions evasion', 'Fraud', 'Other'] as const
const CATEGORIES = [
  'Structuring',
  'Layering',
  'Funnel account',
  'Mule account',
  'Trade-based laundering',
  'Unregistered money services',
  'Identity theft',
  'Account takeover',
  'Scam proceeds',
  'Corruption',
  'Tax evasion',
  'Other',
] as const
export const PRODUCTS = [
  'Wallet',
  'Bank account',
  'Prepaid card',
  'Debit card',
  'Crypto transfer',
  'Wire',
  'EFT',
] as const
const INSTRUMENTS = ['Funds transfer', 'Card payment', 'Virtual currency', 'Cash', 'Cheque', 'Other'] as const

/** The fields of every action. */
const money: readonly FormField[] = [
  { name: 'transactionId', label: 'Transaction', kind: 'text', required: true },
  { name: 'amount', label: 'Amount', kind: 'amount', required: true },
  { name: 'currency', label: 'Currency', kind: 'text', required: true },
  { name: 'account', label: 'Account', kind: 'text' },
]

export const SAR_SECTIONS: readonly FormSection[] = [
  {
    key: 'general',
    title: 'Report',
    fields: [
      { name: 'regime', label: 'Filed with', kind: 'choice', options: ['FinCEN', 'FINTRAC'], required: true },
      {
        name: 'filingType',
        label: 'Kind of filing',
        kind: 'choice',
        options: ['Initial', 'Continuing activity', 'Correction'],
        required: true,
      },
      { name: 'priorReport', label: 'Earlier report', kind: 'text' },
      { name: 'detectedOn', label: 'Detected on', kind: 'date', required: true },
      { name: 'caseIds', label: 'Cases', kind: 'text' },
    ],
  },
  {
    key: 'subject',
    title: 'Subject',
    fields: [
      {
        name: 'subjectType',
        label: 'Kind of subject',
        kind: 'choice',
        options: ['personal', 'business'],
        required: true,
      },
      { name: 'subjectName', label: 'Name', kind: 'text', required: true },
      { name: 'subjectAlias', label: 'Also known as', kind: 'text' },
      { name: 'subjectBirthDate', label: 'Date of birth or registration', kind: 'date' },
      { name: 'subjectIdentification', label: 'Identification or registration number', kind: 'text' },
      { name: 'subjectOccupation', label: 'Occupation or business', kind: 'text' },
      { name: 'subjectAddress', label: 'Address', kind: 'text' },
      { name: 'subjectCity', label: 'City', kind: 'text' },
      { name: 'subjectRegion', label: 'State or province', kind: 'text' },
      { name: 'subjectPostcode', label: 'Postal code', kind: 'text' },
      { name: 'subjectCountry', label: 'Country', kind: 'country', required: true },
      { name: 'subjectContact', label: 'Phone, e-mail, website', kind: 'text' },
      { name: 'subjectPep', label: 'Politically exposed', kind: 'flag' },
      { name: 'relationship', label: 'Relationship to the institution', kind: 'text' },
    ],
  },
  {
    key: 'activity',
    title: 'Suspicious activity',
    fields: [
      { name: 'activityFrom', label: 'From', kind: 'date', required: true },
      { name: 'activityTo', label: 'To', kind: 'date', required: true },
      { name: 'activityAmountUsd', label: 'Amount in USD', kind: 'amount' },
      { name: 'suspicionOf', label: 'Suspected of', kind: 'choices', options: SUSPICIONS, required: true },
      { name: 'categories', label: 'Categories', kind: 'choices', options: CATEGORIES, required: true },
      { name: 'products', label: 'Products', kind: 'choices', options: PRODUCTS },
      { name: 'instruments', label: 'Instruments', kind: 'choices', options: INSTRUMENTS },
      { name: 'ipAddresses', label: 'IP addresses', kind: 'text' },
    ],
  },
  {
    key: 'starting',
    title: 'Starting actions',
    fields: [
      {
        name: 'startingActions',
        label: 'Starting action',
        kind: 'rows',
        columns: [
          ...money,
          { name: 'date', label: 'Date', kind: 'date', required: true },
          { name: 'method', label: 'Method', kind: 'text', required: true },
          { name: 'sourceOfFunds', label: 'Source of funds', kind: 'text' },
          { name: 'conductor', label: 'Conducted by', kind: 'text' },
          { name: 'onBehalfOf', label: 'On behalf of', kind: 'text' },
        ],
      },
    ],
  },
  {
    key: 'completing',
    title: 'Completing actions',
    fields: [
      {
        name: 'completingActions',
        label: 'Completing action',
        kind: 'rows',
        columns: [
          ...money,
          { name: 'disposition', label: 'Disposition', kind: 'text', required: true },
          { name: 'beneficiary', label: 'Beneficiary', kind: 'text' },
          { name: 'beneficiaryCountry', label: 'Country', kind: 'country' },
        ],
      },
    ],
  },
  {
    key: 'institutions',
    title: 'Institutions',
    fields: [
      { name: 'activityInstitution', label: 'Where it happened', kind: 'text', required: true },
      { name: 'activityInstitutionAddress', label: 'Address', kind: 'text' },
      { name: 'filingInstitution', label: 'Filing institution', kind: 'text', required: true },
      { name: 'filingContact', label: 'Contact office and phone', kind: 'text', required: true },
      { name: 'lossUsd', label: 'Loss to the institution in USD', kind: 'amount' },
    ],
  },
  {
    key: 'suspicion',
    title: 'Details of suspicion',
    fields: [
      { name: 'relatedReports', label: 'Related reports', kind: 'text' },
      { name: 'narrative', label: 'Narrative: who, what, where, when, why, how', kind: 'long', required: true },
    ],
  },
  {
    key: 'action',
    title: 'Action taken',
    fields: [
      { name: 'actionTaken', label: 'Action taken', kind: 'long', required: true },
      { name: 'lawEnforcement', label: 'Law enforcement contacted', kind: 'text' },
    ],
  },
]
