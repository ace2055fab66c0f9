/** Parties, accounts and agents of ISO 20022 messages, in the names of every version. */
import { Fault } from '#server/text/fault.ts'
import { firstOf, textOf, textsOf, type Element } from '#server/text/xml.ts'
import type { Bank, Side } from './transfer.ts'

/** A bank: `BICFI` in later versions, `BIC` before. */
export function bankOf(agent: Element | undefined): Bank {
  const institution = firstOf(agent, 'FinInstnId')
  return {
    bic: textOf(institution, 'BICFI') ?? textOf(institution, 'BIC'),
    name: textOf(institution, 'Nm'),
    code: textOf(institution, 'ClrSysMmbId', 'MmbId') ?? textOf(institution, 'Othr', 'Id'),
  }
}

/** A party without its account and bank. */
export function sideOf(party: Element | undefined): Omit<Side, 'account' | 'bank'> {
  if (!party) return {}
  const address = firstOf(party, 'PstlAdr')
  const [organisation, person] = [firstOf(party, 'Id', 'OrgId'), firstOf(party, 'Id', 'PrvtId')]
  const street = [textOf(address, 'StrtNm'), textOf(address, 'BldgNb')].filter(Boolean).join(' ')
  const country = textOf(address, 'Ctry') ?? textOf(party, 'CtryOfRes')
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new Fault('no country code', `Ctry is no two-letter code: ${country}`)
  return {
    name: textOf(party, 'Nm'),
    country,
    type: organisation ? 'business' : person ? 'personal' : undefined,
    address: {
      line: street || (address && textsOf(address, 'AdrLine').join(', ')) || undefined,
      city: textOf(address, 'TwnNm'),
      zip: textOf(address, 'PstCd'),
    },
    birth: textOf(person, 'DtAndPlcOfBirth', 'BirthDt'),
    registration: textOf(organisation, 'LEI') ?? textOf(organisation, 'Othr', 'Id'),
  }
}

/** A party with its account and bank. */
export function withAccount(side: Omit<Side, 'account' | 'bank'>, account: Element | undefined, bank: Bank): Side {
  return { ...side, account: textOf(account, 'Id', 'IBAN') ?? textOf(account, 'Id', 'Othr', 'Id'), bank }
}
