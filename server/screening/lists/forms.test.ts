// Every form of list: what is kept of it, what is named as not read, and which aliases are weak. Entries are our own.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { birthsIn } from './dates.ts'
import { readForm } from './forms.ts'
import { readOfac } from './ofac-csv.ts'
import { OpenSanctionsReader } from './opensanctions.ts'
import { readList, readPlaces } from './read.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docket-forms-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function list(file: string, content: string | Uint8Array, encoding?: string) {
  await writeFile(join(folder, file), content)
  return readList(join(folder, file), undefined, encoding)
}
const form = (text: string, file = 'a.csv') =>
  readForm(text, file) ?? { form: 'none', entries: [], unusable: [], read: 0, unread: [] }

describe('a list is refused', () => {
  test.each([
    [
      'in windows-1252 without a setting',
      'own.csv',
      Buffer.from('name\nM\xDCLLER\n', 'latin1'),
      /line 2, byte 7 \(0xDC\).*“.*MÜLLER”.*encoding=windows-1252/,
    ],
    [
      'of XML in UTF-8 that is not',
      'sdn.xml',
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><sdnList><a>\xDC</a></sdnList>', 'latin1'),
      /is not text in utf-8/,
    ],
    [
      'with columns that no form has',
      'x.csv',
      'id,name,alt_name,nationality\n1,Jane,J,ES\n',
      /of no form that is known.*no column alt_name, nationality/,
    ],
    ['of XML of another kind', 'x.xml', '<?xml version="1.0"?><!-- c --><catalogue/>', /its root is catalogue/],
    [
      'with a document type',
      'sdn.xml',
      '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><sdnList><sdnEntry><uid>1</uid><lastName>&x;</lastName></sdnEntry></sdnList>',
      /document type/,
    ],
    ['that is compressed', 'own.csv', Buffer.from([0x1f, 0x8b, 0, 0]), /gzip/],
  ])('%s', async (_, file, content, message) => {
    await expect(list(file, content)).rejects.toThrow(message)
  })
})

test('lists are decoded by their mark, header or setting, and no lost character comes into force', async () => {
  const xml = (head: string) =>
    `<?xml version="1.0"${head}?><sdnList><sdnEntry><uid>1</uid><lastName>MÜLLER</lastName></sdnEntry></sdnList>`
  const named = async (...about: Parameters<typeof list>) => {
    const { entries, summary } = await list(...about)
    return [entries[0]?.names[0]?.name, summary?.encoding]
  }
  expect(await named('a.xml', Buffer.from(xml(' encoding="ISO-8859-1"'), 'latin1'))).toEqual([
    'MÜLLER',
    'windows-1252, by XML header',
  ])
  expect(await named('a.xml', Buffer.from(`\uFEFF${xml(' encoding="UTF-16"')}`, 'utf16le'))).toEqual([
    'MÜLLER',
    'utf-16le, by byte order mark',
  ])
  expect(await named('a.csv', Buffer.from('name\nM\xDCLLER\n', 'latin1'), 'windows-1252')).toEqual([
    'MÜLLER',
    'windows-1252, by setting',
  ])
  expect(await named('a.csv', Buffer.from('id,name\n1,Müller\n', 'utf16le'))).toEqual([
    'Müller',
    'utf-16le, by zero bytes',
  ])
  const lost = await list('b.csv', 'id,name,aliases\n1,M\uFFFDLLER,Mueller\n2,\uFFFD\uFFFD,\n')
  expect(JSON.stringify(lost.entries)).not.toContain('\uFFFD')
  expect(lost.entries.map(({ names }) => names[0]?.name)).toEqual(['Mueller'])
  expect(lost.summary).toMatchObject({ read: 2, kept: 1, leftOut: [{ reason: 'it has no usable name', count: 1 }] })
  expect(readPlaces('/a.csv,own=/b.csv?encoding=windows-1251')).toEqual([
    { source: undefined, path: '/a.csv' },
    { source: 'own', path: '/b.csv', encoding: 'windows-1251' },
  ])
})

const CSL_HEADER =
  '_id,source,entity_number,type,programs,name,title,addresses,start_date,vessel_flag,call_sign,remarks,alt_names,citizenships,dates_of_birth,nationalities,ids'

describe('a form is read with its aliases, births, nationalities and ids', () => {
  test('the US Consolidated Screening List', () => {
    const {
      form: name,
      entries,
      unread,
    } = form(
      `${CSL_HEADER}\nabc,SDN,1,Individual,SDGT; IRAN,"ROE, Jane",Chief,"Street 1, Shenyang, CN; Pyongyang, KP",2020-01-01,,,note,"ROW, Jane; J. ROE",,1978-12-05; 1979,KP,"Passport, 836238033, KP; Gender, Female; Linked To:, X"\ndef,SDN,2,Vessel,,SEA STAR,,,,Panama,CALL1,,,,,,"Vessel Registration Identification, IMO 9123456"\n`,
    )
    expect(name).toBe('us-consolidated')
    expect(entries).toMatchObject([
      {
        id: 'abc',
        type: 'individual',
        names: [{ name: 'ROE, Jane' }, { name: 'ROW, Jane' }, { name: 'J. ROE' }],
        births: ['1978-12-05', '1979'],
        countries: ['KP', 'CN'],
        genders: ['female'],
        identifiers: [{ type: 'Passport', value: '836238033', country: 'KP' }],
      },
      {
        id: 'def',
        type: 'vessel',
        countries: ['PA'],
        identifiers: [{ value: 'IMO 9123456' }, { type: 'Call sign', value: 'CALL1' }],
      },
    ])
    expect(unread).toEqual([
      { name: 'entity_number', count: 2 },
      { name: 'start_date', count: 1 },
    ])
  })

  test('Australia’s list, rows of one entry together', () => {
    const {
      form: name,
      entries,
      unread,
    } = form(
      'Reference,Name of Individual or Entity,Type,Name Type,Alias Strength,Date of Birth,Place of Birth,Citizenship,Address,IMO Number,Committees\n77,Jane Roe,Individual,Primary Name,,"2001, 2002, 2003",Here,Australia,Street,,1267\n77a,JR,Individual,Alias,weak,,,,,,\n77b,Janet Roe,Individual,Alias,strong,,,,,,\n',
    )
    expect(name).toBe('au')
    expect(entries).toMatchObject([
      {
        id: '77',
        type: 'individual',
        births: ['2001', '2002', '2003'],
        countries: ['AU'],
        names: [{ name: 'Jane Roe' }, { name: 'Janet Roe' }, { name: 'JR', isWeak: true }],
      },
    ])
    expect(unread).toEqual([{ name: 'place of birth', count: 1 }])
  })

  test('OFAC’s advanced XML, by its sets of references', () => {
    const text = `<Sanctions xmlns="urn:ADVANCED_XML"><ReferenceValueSets>
      <CountryValues><Country ID="5" ISO2="ES">Spain</Country></CountryValues>
      <NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType></NamePartTypeValues>
      <FeatureTypeValues><FeatureType ID="345">Digital Currency Address - ETH</FeatureType><FeatureType ID="9">Place of Birth</FeatureType></FeatureTypeValues>
      <DetailReferenceValues><DetailReference ID="91527">Female</DetailReference></DetailReferenceValues>
      <IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType></IDRegDocTypeValues></ReferenceValueSets>
      <Locations><Location ID="3"><LocationCountry CountryID="5"/><LocationPart LocPartTypeID="1"><LocationPartValue><Value>Cadiz</Value></LocationPartValue></LocationPart></Location></Locations>
      <IDRegDocuments><IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="10" IssuedBy-CountryID="5"><IDRegistrationNo>X123456</IDRegistrationNo></IDRegDocument></IDRegDocuments>
      <DistinctParties><DistinctParty FixedRef="99"><Profile ID="99" PartySubTypeID="4"><Identity ID="10" Primary="true" False="false">
        <Alias AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName ID="1"><DocumentedNamePart><NamePartValue NamePartGroupID="1">ROE</NamePartValue></DocumentedNamePart><DocumentedNamePart><NamePartValue NamePartGroupID="2">Jane</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
        <Alias AliasTypeID="1400" Primary="false" LowQuality="true"><DocumentedName ID="2"><DocumentedNamePart><NamePartValue NamePartGroupID="2">JR</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
        <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520"/></MasterNamePartGroup><MasterNamePartGroup><NamePartGroup ID="2" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups></Identity>
        <Feature FeatureTypeID="8"><FeatureVersion><DatePeriod><Start><From><Year>1970</Year><Month>3</Month><Day>14</Day></From></Start><End><To><Year>1970</Year><Month>3</Month><Day>14</Day></To></End></DatePeriod></FeatureVersion></Feature>
        <Feature FeatureTypeID="25"><FeatureVersion><VersionLocation LocationID="3"/></FeatureVersion></Feature>
        <Feature FeatureTypeID="224"><FeatureVersion><VersionDetail DetailReferenceID="91527"/></FeatureVersion></Feature>
        <Feature FeatureTypeID="345"><FeatureVersion><VersionDetail>0xabc123</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty></DistinctParties>
      <SanctionsEntries><SanctionsEntry ProfileID="99"><SanctionsMeasure SanctionsTypeID="1"><Comment>SDGT</Comment></SanctionsMeasure></SanctionsEntry></SanctionsEntries></Sanctions>`
    expect(form(text, 'SDN_ADVANCED.XML')).toMatchObject({
      form: 'ofac-sdn',
      entries: [
        {
          id: '99',
          type: 'individual',
          programs: ['SDGT'],
          names: [
            { kind: 'primary', name: 'ROE, Jane' },
            { kind: 'aka', name: 'JR', isWeak: true },
          ],
          addresses: ['Cadiz, Spain'],
          births: ['1970-03-14'],
          countries: ['ES'],
          genders: ['female'],
          identifiers: [
            { type: 'Passport', value: 'X123456', country: 'ES' },
            { type: 'Digital Currency Address - ETH', value: '0xabc123' },
          ],
        },
      ],
    })
  })

  test('OFAC’s enhanced XML', () => {
    const text = `<sanctionsData xmlns="urn:ENHANCED_XML"><entities><entity id="36"><generalInfo><identityId>4</identityId><entityType refId="600">Individual</entityType></generalInfo>
      <sanctionsPrograms><sanctionsProgram refId="1">SDGT</sanctionsProgram></sanctionsPrograms>
      <names><name id="1"><isPrimary>true</isPrimary><translations><translation><formattedFullName>ROE, Jane</formattedFullName></translation></translations></name>
      <name id="2"><isPrimary>false</isPrimary><aliasType>A.K.A.</aliasType><isLowQuality>true</isLowQuality><translations><translation><formattedFullName>JR</formattedFullName></translation></translations></name></names>
      <addresses><address><country>Spain</country></address></addresses>
      <features><feature><type>Birthdate</type><value>circa 1970</value></feature><feature><type>Gender</type><value>Female</value></feature><feature><type>Height</type><value>1.80</value></feature></features>
      <identityDocuments><identityDocument><type>Passport</type><documentNumber>X123456</documentNumber><issuingCountry>Spain</issuingCountry></identityDocument></identityDocuments></entity></entities></sanctionsData>`
    expect(form(text, 'CONS_ENHANCED.XML')).toMatchObject({
      form: 'ofac-consolidated',
      entries: [
        {
          id: '36',
          type: 'individual',
          programs: ['SDGT'],
          names: [{ name: 'ROE, Jane' }, { name: 'JR', isWeak: true }],
          births: ['1970'],
          countries: ['ES'],
          genders: ['female'],
          identifiers: [{ type: 'Passport', value: 'X123456' }],
        },
      ],
    })
  })

  test('weak aliases of every list that marks them', () => {
    const weak = (text: string, file?: string) =>
      form(text, file).entries.flatMap(({ names }) => names.flatMap(({ name, isWeak }) => (isWeak ? [name] : [])))
    expect(
      weak(
        '<export><sanctionEntity euReferenceNumber="1"><subjectType code="person"/><nameAlias wholeName="Jane" strong="true"/><nameAlias wholeName="JR" strong="false"/></sanctionEntity></export>',
      ),
    ).toEqual(['JR'])
    expect(
      weak(
        'Unique ID,Name 6,Name type,Alias strength\n1,Jane,Primary Name,\n1,JR,Alias,Low quality a.k.a\n1,Janet,Alias,Good quality a.k.a\n',
      ),
    ).toEqual(['JR'])
    expect(weak('Group ID,Name 6,Alias Type,Alias Quality\n1,Jane,Primary name,\n1,JR,AKA,Low\n')).toEqual(['JR'])
    expect(
      readOfac({
        sdn: `1,"ROE, Jane","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1970; alt. DOB 1971; a.k.a. 'JR'; Linked To: X."\n`,
      }).entries,
    ).toMatchObject([{ names: [{ name: 'ROE, Jane' }, { name: 'JR', isWeak: true }], births: ['1970', '1971'] }])
    const ftm = new OpenSanctionsReader()
    ftm.line('{"id":"1","schema":"Person","caption":"Jane Roe","properties":{"weakAlias":["JR"],"religion":["x"]}}')
    expect(ftm.done()).toMatchObject({
      entries: [{ names: [{ name: 'Jane Roe' }, { name: 'JR', isWeak: true }] }],
      unread: [{ name: 'religion', count: 1 }],
    })
  })

  test('aliases and addresses without an entry, and rows that are too long, are reported', () => {
    const ofac = readOfac({
      sdn: '1,"A","individual","X"\n',
      alt: '9,1,"aka","B",-0- \n',
      add: '8,1,"x",-0- ,-0- ,-0- \n',
    })
    expect(ofac.unusable).toEqual([
      { id: '9', reason: 'an alias of an entry that SDN.CSV does not have' },
      { id: '8', reason: 'an address of an entry that SDN.CSV does not have' },
    ])
    expect(form('id,name\n1,Jane,more\n').unusable).toEqual([
      { id: 'row 1', reason: 'has 3 fields, and there are 2 columns' },
    ])
  })
})

test.each([
  ['2001, 2002, 2003, 2004', ['2001', '2002', '2003', '2004'], 0],
  ['between 1958 and 1960', ['1958', '1960', '1959'], 0],
  ['1958 or 1960', ['1958', '1960'], 0],
  ['1958-1960', ['1958', '1960', '1959'], 0],
  ['circa Mar 1969', ['1969-03'], 0],
  ['14 Mar 1969; 15 Mar 1969', ['1969-03-14', '1969-03-15'], 0],
  ['March 14, 1969', ['1969-03-14'], 0],
  ['a) 14/03/1969 b) 1970', ['1969-03-14', '1970'], 0],
  ['00/03/1969', ['1969-03'], 0],
  ['dd/mm/1969', ['1969'], 0],
  ['1960s', ['1960', '1961', '1962', '1963', '1964', '1965', '1966', '1967', '1968', '1969'], 0],
  ['19690314', ['1969-03-14'], 0],
  ['1969-03-14T00:00:00', ['1969-03-14'], 0],
  ['31/02/1970', ['1970-02'], 1],
  ['29 Feb 1971', ['1971-02'], 1],
  ['0026-03-14', [], 1],
  ['14/03/2126', [], 1],
  ['1492', [], 1],
  ['spring 1970', ['1970'], 1],
  ['', [], 0],
  ['unknown', [], 0],
])('a birth written %j is %j', (text, births, unread) => {
  const found = birthsIn(text)
  expect([found.births.toSorted(), found.unreadBirths.length]).toEqual([births.toSorted(), unread])
})

test('each row is kept or has a reason', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '1', '2', 'Jane', '…', '31/02/1970', '\uFFFD'),
    fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/["\r\n]/g, '')),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 40 }), (rows) => {
      const { entries, unusable, read } = form(
        ['id,name,birth_date', ...rows.map((row) => row.map((text) => `"${text}"`).join(','))].join('\n'),
      )
      expect(read).toBe(entries.length + unusable.filter(({ isLeftOut }) => isLeftOut).length)
    }),
    { numRuns: 200 },
  )
})

const CASES = '../shared/data/cases/lists'
test.skipIf(!existsSync(CASES))(
  `every file of ${CASES} is read, or refused with its place (skipped where it is missing)`,
  async () => {
    const results: Record<string, unknown> = {}
    for (const name of await readdir(CASES)) {
      try {
        const { source, summary, entries } = await readList(join(CASES, name))
        expect(summary?.read, name).toBe(
          entries.length + (summary?.leftOut.reduce((sum, { count }) => sum + count, 0) ?? 0),
        )
        expect(JSON.stringify(entries)).not.toContain('\uFFFD')
        results[name] = source
      } catch (error) {
        results[name] = /(?:line \d+, byte \d+)/.exec((error as Error).message)?.[0] ?? (error as Error).message
      }
    }
    expect(results).toEqual({
      'australian_consolidated_list.csv': 'au',
      'eu-weak-alias.xml': 'eu',
      'iso-8859-1.xml': 'ofac-sdn',
      'sdn_advanced.xml': 'ofac-sdn',
      'sdn_enhanced.xml': 'ofac-sdn',
      'uk-alias-quality.csv': 'uk',
      'us-consolidated-screening-list.csv': 'us-consolidated',
      'utf-16.xml': 'ofac-sdn',
      'utf16le-bom.csv': 'opensanctions',
      'windows-1252.csv': expect.stringMatching(/^line 2, byte \d+$/),
    })
  },
)

const OFAC = '../shared/data/ofac'
test.skipIf(!existsSync(OFAC))(`of ${OFAC} every entry is kept (skipped where it is missing)`, async () => {
  const { summary } = await readList(OFAC)
  expect(summary).toMatchObject({ read: 8976, kept: 8976, leftOut: [] })
  expect((summary?.types.vessel ?? 0) + (summary?.types.aircraft ?? 0)).toBe(683)
  expect(summary?.weakAliases).toBeGreaterThan(500)
})
