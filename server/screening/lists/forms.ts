/** The forms in which lists are published, and how each is recognised by its content. */
import { cleanName } from '#server/text/header.ts'
import { AUSTRALIAN, readAustralian } from './australia.ts'
import type { ReadEntries } from './entry.ts'
import { readEuCsv, readEuXml } from './eu.ts'
import { readOfacAdvanced } from './ofac-advanced.ts'
import { readOfacEnhanced } from './ofac-enhanced.ts'
import { readOfacXml } from './ofac-xml.ts'
import { readSimpleCsv } from './opensanctions.ts'
import { readOfsiXml, readUkCsv, readUkXml } from './uk.ts'
import { readUnXml } from './un-xml.ts'
import { readUsConsolidated } from './us-consolidated.ts'

export type Form = ReadEntries & { form: string }

/** Labels of forms, as shown beside hits. */
export const LABELS: Readonly<Record<string, string>> = {
  sample: 'Sample list (made up)',
  'ofac-sdn': 'OFAC SDN',
  'ofac-consolidated': 'OFAC consolidated (non-SDN)',
  'us-consolidated': 'US Consolidated Screening List',
  un: 'UN Security Council',
  eu: 'EU financial sanctions',
  uk: 'UK sanctions',
  au: 'Australia consolidated list',
  opensanctions: 'OpenSanctions',
  own: 'Own list',
}

/** Characters in which a form shows itself. */
const START = 4000
/** Both of OFAC's lists have the same forms, and no more than their names and programs tell them apart. */
const ofac = (file: string) => (/^cons/i.test(file) ? 'ofac-consolidated' : 'ofac-sdn')

/** The list of a text, by what stands in it; undefined where it may be OFAC's CSV, which has no header. */
export function readForm(text: string, file: string): Form | undefined {
  const start = text.slice(0, START)
  if (/^\s*</.test(start)) return readXml(text, start, file)
  // a line with the list's date may precede the header
  const headers = start
    .split(/\r?\n/, 5)
    .map((line) => line.split(/[,;\t|]/).map((cell) => cleanName(cell.replaceAll('"', '')).toLowerCase()))
  const has = (...names: string[]) => headers.some((header) => names.every((name) => header.includes(name)))
  if (has('entity_logicalid') || has('entity_eu_referencenumber')) return { ...readEuCsv(text), form: 'eu' }
  if (has('name 6')) return { ...readUkCsv(text), form: 'uk' }
  if (has('alt_names', 'entity_number')) return { ...readUsConsolidated(text), form: 'us-consolidated' }
  if (headers.some((header) => header.some((name) => AUSTRALIAN.test(name))))
    return { ...readAustralian(text), form: 'au' }
  if (has('name') || has('caption')) return { ...readSimpleCsv(text), form: has('schema') ? 'opensanctions' : 'own' }
  return undefined
}

function readXml(text: string, start: string, file: string): Form {
  if (/<sdnList|<sdnEntry/i.test(start)) return { ...readOfacXml(text), form: ofac(file) }
  if (/ADVANCED_XML|<ReferenceValueSets|<DistinctParties/.test(start))
    return { ...readOfacAdvanced(text), form: ofac(file) }
  if (/ENHANCED_XML|<sanctionsData/.test(start)) return { ...readOfacEnhanced(text), form: ofac(file) }
  if (/CONSOLIDATED_LIST/.test(start)) return { ...readUnXml(text), form: 'un' }
  if (/FinancialSanctionsTarget/.test(start)) return { ...readOfsiXml(text), form: 'uk' }
  if (/sanctionEntity|eu\.europa|<export/i.test(start)) return { ...readEuXml(text), form: 'eu' }
  if (/<Designations?\b/.test(start)) return { ...readUkXml(text), form: 'uk' }
  const [, root = ''] = /<([A-Za-z][\w:.-]*)/.exec(start.replace(/<\?.*?\?>|<!--.*?-->/gs, '')) ?? []
  throw new Error(`the XML is of no list that is known here (OFAC, UN, EU or UK): its root is ${root}`)
}
