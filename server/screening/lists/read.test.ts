// A list is known by what stands in its file, as each publisher writes it, and by the file or by its folder.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readList } from './read.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docket-read-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (file: string, text: string) => writeFile(join(folder, file), text)
const SDN_XML = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="urn:list"><publshInformation><Record_Count>1</Record_Count></publshInformation>
<sdnEntry><uid>1</uid><lastName>DOE</lastName><firstName>Jane</firstName><sdnType>Individual</sdnType></sdnEntry></sdnList>`
const CONLIST_HEADER =
  'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,DOB,Nationality,Country,Group Type,Alias Type,Regime,Group ID'
const TARGET = (name: string, alias: string) =>
  `<FinancialSanctionsTarget><name1>${name}</name1><Name6>DOE</Name6><AliasType>${alias}</AliasType>
  <GroupTypeDescription>Individual</GroupTypeDescription><Individual_DateOfBirth>00/00/1970</Individual_DateOfBirth>
  <Individual_Nationality>Spain</Individual_Nationality><RegimeName>Russia</RegimeName><GroupID>7</GroupID>
  </FinancialSanctionsTarget>`

test.each([
  ['notes.csv', 'Dear all,\nplease find no list here.\n', /not a row of SDN.CSV/],
  ['other.xml', '<?xml version="1.0"?><catalogue><book/></catalogue>', /of no list that is known here/],
  ['ConList.csv', `Last Updated,24/11/2025\n${CONLIST_HEADER}\n`, /there are no entries/],
  ['entities.ftm.json', '{"id":\n', /line 1 is not JSON/],
  ['SDN.XML', SDN_XML.slice(0, -12), /not the XML of a list/],
])('%s that is not a list reports why', async (file, text, reason) => {
  await write(file, text)
  await expect(readList(join(folder, file))).rejects.toThrow(reason)
  await expect(readList(folder)).rejects.toThrow(reason)
})

test.each([
  ['SDN.CSV', 'ofac-sdn', '1,"DOE, Jane","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n'],
  ['CONS_PRIM.CSV', 'ofac-consolidated', '1,"DOE, Jane","individual","NS-PLC",-0- \r\n'],
  ['list-of-ofac.csv', 'ofac-sdn', '1,"DOE, Jane","individual","X",-0- \r\n'],
  ['SDN.XML', 'ofac-sdn', SDN_XML],
  ['CONSOLIDATED.XML', 'ofac-consolidated', SDN_XML],
  [
    'consolidated.xml',
    'un',
    `<?xml version="1.0"?><CONSOLIDATED_LIST xmlns:xsi="x" dateGenerated="2026-01-01"><INDIVIDUALS><INDIVIDUAL>
    <DATAID>1</DATAID><FIRST_NAME>Jane</FIRST_NAME><SECOND_NAME>DOE</SECOND_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`,
  ],
  [
    '20260101-FULL-1_1.xml',
    'eu',
    `<?xml version="1.0"?><export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-01-01"><sanctionEntity
    euReferenceNumber="EU.1" logicalId="13"><subjectType code="person" classificationCode="P"/><nameAlias wholeName="Jane DOE"/>
    </sanctionEntity></export>`,
  ],
  [
    '20260101-FULL-1_1.csv',
    'eu',
    '\uFEFFfileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType;NameAlias_WholeName\n01/01/2026;13;EU.1;person;Jane DOE\n',
  ],
  [
    'UK_Sanctions_List.xml',
    'uk',
    `<?xml version="1.0"?><Designations xmlns:xsd="x"><DateGenerated>24/11/2025</DateGenerated><Designation><UniqueID>RUS1</UniqueID>
    <Names><Name><Name6>DOE</Name6><Name1>Jane</Name1><NameType>Primary Name</NameType></Name></Names>
    <IndividualEntityShip>Individual</IndividualEntityShip></Designation></Designations>`,
  ],
  [
    'UK-Sanctions-List.csv',
    'uk',
    'Report Date: 24-Nov-2025,,,,,\nLast Updated,Unique ID,Name 6,Name 1,Name type,Designation Type\n01/02/2025,RUS1,DOE,Jane,Primary Name,Individual\n',
  ],
  [
    'ConList.csv',
    'uk',
    `Last Updated,24/11/2025,,,\n${CONLIST_HEADER}\nDOE,Jane,,,,,,,,Spain,,Individual,Primary name,Russia,7\n`,
  ],
  [
    'ConList.xml',
    'uk',
    `<?xml version="1.0"?><ArrayOfFinancialSanctionsTarget xmlns="urn:ofsi">${TARGET('Jane', 'Primary name')}</ArrayOfFinancialSanctionsTarget>`,
  ],
  [
    'targets.simple.csv',
    'opensanctions',
    '"id","schema","name","aliases","birth_date","countries"\n"Q1","Person","Jane DOE","","1970","es"\n',
  ],
  [
    'entities.ftm.json',
    'opensanctions',
    '{"id":"Q1","schema":"Person","caption":"Jane DOE","properties":{"name":["Jane DOE"],"topics":["role.pep"]}}\n',
  ],
  ['own.csv', 'own', 'name\r\nJane DOE\r\n'],
])('%s is recognised as a list of %s, by its file and by its folder', async (file, source, text) => {
  await write(file, text)
  const [byFile, byFolder] = [await readList(join(folder, file)), await readList(folder)]
  expect(byFile).toMatchObject({ source, unusable: [] })
  expect(byFile.entries).toHaveLength(1)
  expect(byFile.entries[0]?.type).toBe('individual')
  expect(byFile.entries[0]?.names[0]?.name).toMatch(/^(?:Jane DOE|DOE, Jane)$/)
  expect(byFolder).toEqual(byFile)
})

test('OFSI entries of one group are one entry, with the primary name first', async () => {
  const targets = [TARGET('Janet', 'AKA'), TARGET('Jane', 'Primary name')].join('')
  await write('ConList.xml', `<ArrayOfFinancialSanctionsTarget>${targets}</ArrayOfFinancialSanctionsTarget>`)
  expect((await readList(folder)).entries).toMatchObject([
    {
      id: '7',
      programs: ['Russia'],
      names: [
        { kind: 'primary', name: 'Jane DOE' },
        { kind: 'aka', name: 'Janet DOE' },
      ],
      births: ['1970'],
      countries: ['ES'],
    },
  ])
})

test('of a folder with several lists one is read, and the others are reported', async () => {
  await write('SDN.CSV', '1,"DOE, Jane","individual","X",-0- \r\n')
  await write('ALT.CSV', '1,1,"aka","ROE, Jane",-0- \n')
  await write('SDN.XML', SDN_XML)
  await write('CONS_PRIM.CSV', '2,"ROE, Mary","individual","NS-PLC",-0- \r\n')
  const { entries, unusable } = await readList(folder)
  expect(entries[0]?.names).toHaveLength(2)
  expect(unusable).toEqual([{ id: 'CONS_PRIM.CSV', reason: 'not read: of this folder SDN.CSV is; name this file too' }])
})
