/**
 * Mappings of data sets that are published for testing, recognised by their headers. Rates to USD are rounded averages of
 * the years of the data: good enough for thresholds, and said in the report.
 */
import { LINE_ID, toMapping, type Mapping } from '#server/import/mapping.ts'
import type { Header } from '#server/text/header.ts'

export interface PublicForm {
  /** As `--form` names it. */
  id: string
  label: string
  /** Columns that only this form has together. */
  header: readonly string[]
  mapping: Mapping
  /** The values that the data lacks, and the assumed ones. */
  assumed: readonly string[]
}

const IBM_AML: PublicForm = {
  id: 'ibm-aml',
  label: 'IBM AML (HI-Small_Trans and its siblings)',
  header: ['Timestamp', 'From Bank', 'Account', 'To Bank', 'Account#2', 'Amount Paid', 'Payment Currency'],
  mapping: toMapping({
    columns: {
      id: LINE_ID,
      at: 'Timestamp',
      amount: 'Amount Paid',
      currency: 'Payment Currency',
      customerId: 'Account#1',
      counterpartyId: 'Account#2',
    },
    idPrefix: 'IBM',
    decimal: '.',
    // amounts of every currency have two, of coins six
    decimals: 6,
    values: {
      currency: {
        'US Dollar': 'USD',
        Euro: 'EUR',
        Yuan: 'CNY',
        Yen: 'JPY',
        'UK Pound': 'GBP',
        Rupee: 'INR',
        Ruble: 'RUB',
        'Australian Dollar': 'AUD',
        'Canadian Dollar': 'CAD',
        'Swiss Franc': 'CHF',
        Shekel: 'ILS',
        'Saudi Riyal': 'SAR',
        'Mexican Peso': 'MXN',
        'Brazil Real': 'BRL',
        Bitcoin: 'BTC',
      },
    },
    rates: {
      EUR: '0.99',
      CNY: '0.142',
      JPY: '0.007',
      GBP: '1.13',
      INR: '0.0125',
      RUB: '0.0166',
      AUD: '0.667',
      CAD: '0.751',
      CHF: '1.03',
      ILS: '0.289',
      SAR: '0.266',
      MXN: '0.05',
      BRL: '0.191',
      BTC: '19800',
    },
    data: { transactionDesc: 'Payment Format', originatorBankCode: 'From Bank', beneficiaryBankCode: 'To Bank' },
    mark: { column: 'Is Laundering', value: '1' },
  }),
  assumed: [
    'the customer is the paying account, outgoing; the receiving account is on the platform too',
    'ids are the numbers of lines; USD by rates of September 2022',
  ],
}

const PAYSIM: PublicForm = {
  id: 'paysim',
  label: 'PaySim',
  header: ['step', 'type', 'amount', 'nameOrig', 'oldbalanceOrg', 'nameDest'],
  mapping: toMapping({
    columns: {
      id: LINE_ID,
      at: 'step',
      amount: 'amount',
      customerId: 'nameOrig',
      counterpartyId: 'nameDest',
      direction: 'type',
    },
    idPrefix: 'PS',
    decimal: '.',
    dates: 'hours',
    start: '2026-01-01',
    accounts: '^C',
    values: {
      direction: {
        CASH_IN: 'incoming',
        CASH_OUT: 'outgoing',
        DEBIT: 'outgoing',
        PAYMENT: 'outgoing',
        TRANSFER: 'outgoing',
      },
    },
    data: { transactionDesc: 'type' },
    mark: { column: 'isFraud', value: '1' },
  }),
  assumed: [
    'a step is an hour after --start; the currency is USD; ids are the numbers of lines',
    'names with C are accounts of the platform, those with M are merchants',
  ],
}

const COUNTRIES = {
  UK: 'GB',
  UAE: 'AE',
  USA: 'US',
  Albania: 'AL',
  Austria: 'AT',
  France: 'FR',
  Germany: 'DE',
  India: 'IN',
  Italy: 'IT',
  Japan: 'JP',
  Mexico: 'MX',
  Morocco: 'MA',
  Netherlands: 'NL',
  Nigeria: 'NG',
  Pakistan: 'PK',
  Spain: 'ES',
  Switzerland: 'CH',
  Turkey: 'TR',
}

const SAML_D: PublicForm = {
  id: 'saml-d',
  label: 'SAML-D',
  header: ['Time', 'Date', 'Sender_account', 'Receiver_account', 'Amount', 'Payment_currency', 'Sender_bank_location'],
  mapping: toMapping({
    columns: {
      id: LINE_ID,
      at: 'Date',
      time: 'Time',
      amount: 'Amount',
      currency: 'Payment_currency',
      customerId: 'Sender_account',
      customerCountry: 'Sender_bank_location',
      country: 'Sender_bank_location',
      counterpartyId: 'Receiver_account',
      counterpartyCountry: 'Receiver_bank_location',
    },
    idPrefix: 'SD',
    decimal: '.',
    decimals: 6,
    values: {
      currency: {
        'UK pounds': 'GBP',
        'US dollar': 'USD',
        Euro: 'EUR',
        Yen: 'JPY',
        Naira: 'NGN',
        Dirham: 'AED',
        'Moroccan dirham': 'MAD',
        'Indian rupee': 'INR',
        'Pakistani rupee': 'PKR',
        'Albanian lek': 'ALL',
        'Swiss franc': 'CHF',
        'Mexican Peso': 'MXN',
        'Turkish lira': 'TRY',
      },
      country: COUNTRIES,
      customerCountry: COUNTRIES,
      counterpartyCountry: COUNTRIES,
    },
    rates: {
      GBP: '1.22',
      EUR: '1.07',
      JPY: '0.0073',
      NGN: '0.002',
      AED: '0.272',
      MAD: '0.098',
      INR: '0.0121',
      PKR: '0.0038',
      ALL: '0.0095',
      CHF: '1.09',
      MXN: '0.055',
      TRY: '0.05',
    },
    data: { transactionDesc: 'Payment_type' },
    mark: { column: 'Is_laundering', value: '1' },
  }),
  assumed: [
    'the customer is the sender, outgoing; the receiver is on the platform too; times are UTC',
    'ids are the numbers of lines; USD by rates of 2022 and 2023',
  ],
}

const BERKA_COLUMNS = {
  at: 'date',
  amount: 'amount',
  customerId: 'account_id',
  direction: 'type',
  counterpartyName: 'account',
} as const
const BERKA_REST = {
  delimiter: ';' as const,
  decimal: '.' as const,
  dates: 'yymmdd' as const,
  idPrefix: 'B',
  values: { direction: { PRIJEM: 'incoming', VYDAJ: 'outgoing', VYBER: 'outgoing' } },
  defaults: { currency: 'CZK' },
  rates: { CZK: '0.034' },
  data: { transactionDesc: 'operation', beneficiaryBankCode: 'bank' },
}
const BERKA_ASSUMED = [
  'the customer is the account; the currency is CZK, in USD by a rate of 1993 to 1998; dates are days of UTC',
]

const BERKA: PublicForm = {
  id: 'berka',
  label: 'Berka (trans.asc)',
  header: ['trans_id', 'account_id', 'date', 'type', 'operation', 'amount', 'k_symbol'],
  mapping: toMapping({ ...BERKA_REST, columns: { id: 'trans_id', ...BERKA_COLUMNS } }),
  assumed: BERKA_ASSUMED,
}

const BERKA_WITHOUT_IDS: PublicForm = {
  id: 'berka-lines',
  label: 'Berka without trans_id',
  header: ['account_id', 'date', 'type', 'operation', 'amount', 'k_symbol'],
  mapping: toMapping({ ...BERKA_REST, columns: { id: LINE_ID, ...BERKA_COLUMNS } }),
  assumed: [...BERKA_ASSUMED, 'ids are the numbers of lines'],
}

/** Forms with more columns come first. */
export const PUBLIC_FORMS: readonly PublicForm[] = [IBM_AML, PAYSIM, SAML_D, BERKA, BERKA_WITHOUT_IDS]

/** The form that a header is of. */
export const formOf = (header: Header): PublicForm | undefined =>
  PUBLIC_FORMS.find((form) => form.header.every((column) => header.indexOf(column) !== undefined))
