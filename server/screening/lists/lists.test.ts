// The forms in which lists are published, each with small entries of our own making.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBirths } from './dates.ts'
import { readEuCsv, readEuXml } from './eu.ts'
import { readOfac } from './ofac-csv.ts'
import { readOfacXml } from './ofac-xml.ts'
import { OpenSanctionsReader, readSimpleCsv } from './opensanctions.ts'
import { readList, readPlaces } from './read.ts'
import { readUkCsv, readUkXml } from './uk.ts'
import { readUnXml } from './un-xml.ts'

test('an unknown country is named once, with the number of the other entries, however many', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `${n},DOE Jane ${n},Nowhere`)
  const { unusable } = readSimpleCsv(`id,name,countries\n${rows.join('\n')}\n`)
  expect(unusable.filter(({ reason }) => reason.includes('Nowhere'))).toEqual([
    { id: '0', reason: '“Nowhere” is not known as a country: left out, and in 19999 more' },
  ])
})

describe('the published form of a list', () => {
  test('is read with aliases, addresses, and continued remarks', () => {
    const { entries } = readOfac({
      sdn: `36,"DOE, Jane ""JD""","individual","SDGT] [IRAN","Chief",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1970; Linked T"\r\n40,"SEA",vessel,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n41,"DOE, S.A.",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\u001A`,
      alt: '36,1,"aka","ROE, Jane",-0- \n36,2,"fka","DOE, Janet",-0- \n99,3,"aka","NOBODY",-0- \n',
      add: '36,1,"Calle 1","Havana","Cuba",-0- \n36,2,-0- ,-0- ,"Spain",-0- \n41,3,-0- ,-0- ,-0- ,-0- \n',
      comments: '36,"o: X."\n',
    })
    const [person, ship, company] = entries
    expect(person).toMatchObject({
      id: '36',
      type: 'individual',
      programs: ['SDGT', 'IRAN'],
      title: 'Chief',
      remarks: 'DOB 1970; Linked To: X.',
      names: [
        { kind: 'primary', name: 'DOE, Jane "JD"' },
        { kind: 'aka', name: 'ROE, Jane' },
        { kind: 'fka', name: 'DOE, Janet' },
      ],
      addresses: ['Calle 1, Havana, Cuba', 'Spain'],
    })
    expect([ship?.type, company?.type, company?.addresses]).toEqual(['vessel', 'entity', []])
  })

  test.each([
    ['', /no entries/],
    ['<xml/>', /not a row/],
    ['id,name\n1,"X"', /not a row/],
  ])('is distinguished from other content: %j', (sdn, reason) => {
    expect(() => readOfac({ sdn })).toThrow(reason)
  })

  test('is found in a folder or as a file, whatever the case of its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docket-list-'))
    try {
      await expect(readList(folder)).rejects.toThrow(
        `The sanctions list at ${folder} cannot be used: there is no SDN.CSV, SDN.XML or any other list`,
      )
      await writeFile(join(folder, 'SDN.CSV'), '1,"DOE, Jane","individual","X"\n')
      const alone = await readList(join(folder, 'SDN.CSV'))
      await writeFile(join(folder, 'Alt.csv'), '1,1,"aka","ROE, Jane",-0- \n')
      const both = await readList(folder)
      expect(both.entries[0]?.names.length).toBe(2)
      expect(both.digest).not.toBe(alone.digest)
      expect((await readList(folder)).digest).toBe(both.digest)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  const XML = (entries: string) =>
    `<?xml version="1.0"?><sdnList xmlns="urn:list"><publshInformation><Record_Count>1</Record_Count></publshInformation>${entries}</sdnList>`

  test('is read from XML as from CSV', () => {
    const { entries } = readOfacXml(
      XML(`<sdnEntry><uid>36</uid><firstName>Jane</firstName><lastName>DOE</lastName><title>Chief</title>
        <sdnType>Individual</sdnType><remarks>DOB 1970</remarks>
        <programList><program>SDGT</program><program>IRAN</program></programList>
        <akaList>
          <aka><uid>1</uid><type>a.k.a.</type><category>strong</category><lastName>ROE</lastName><firstName>Jane</firstName></aka>
          <aka><uid>2</uid><type>f.k.a.</type><category>strong</category><lastName>SMITH &amp; S&#xD8;N</lastName></aka>
          <aka><uid>3</uid><type>a.k.a.</type><category>weak</category><lastName>JD</lastName></aka>
        </akaList>
        <addressList><address><uid>4</uid><address1>Calle 1</address1><city>Havana</city><postalCode>10400</postalCode>
          <country>Cuba</country></address><address><uid>5</uid><country>Spain</country></address></addressList>
      </sdnEntry>
      <sdnEntry><uid>41</uid><lastName>DOE, S.A.</lastName><sdnType>Entity</sdnType></sdnEntry>`),
    )
    const [person, company] = entries
    expect(person).toMatchObject({
      id: '36',
      type: 'individual',
      programs: ['SDGT', 'IRAN'],
      title: 'Chief',
      remarks: 'DOB 1970',
      names: [
        { kind: 'primary', name: 'DOE, Jane' },
        { kind: 'aka', name: 'ROE, Jane' },
        { kind: 'fka', name: 'SMITH & SØN' },
        { kind: 'aka', name: 'JD', isWeak: true },
      ],
      addresses: ['Calle 1, Havana 10400, Cuba', 'Spain'],
    })
    expect(company).toMatchObject({
      id: '41',
      type: 'entity',
      names: [{ name: 'DOE, S.A.' }],
      addresses: [],
      remarks: null,
    })
  })

  // each child once: copying what was read for every one of them took minutes
  test('with sixty thousand aliases is read within the time limit', () => {
    const aliases = Array.from({ length: 60_000 }, (_, n) => `<aka><lastName>ROE${n}</lastName></aka>`).join('')
    const { entries } = readOfacXml(
      XML(`<sdnEntry><uid>1</uid><lastName>DOE</lastName><akaList>${aliases}</akaList></sdnEntry>`),
    )
    // as many names as an entry may have
    expect([entries.length, entries[0]?.names.length]).toEqual([1, 500])
  })

  test.each([
    [XML('<sdnEntry><uid>1</uid><lastName>DOE</lastName>'), /not the XML of a list/],
    ['id,name', /not the XML of a list/],
  ])('is distinguished from other XML: %j', (xml, reason) => {
    expect(() => readOfacXml(xml)).toThrow(reason)
  })

  test('is found as XML where there is no CSV', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docket-list-'))
    try {
      await writeFile(join(folder, 'SDN.XML'), XML('<sdnEntry><uid>1</uid><lastName>DOE</lastName></sdnEntry>'))
      const xml = await readList(folder)
      expect(xml.entries.map(({ id }) => id)).toEqual(['1'])
      expect((await readList(join(folder, 'SDN.XML'))).digest).toBe(xml.digest)
      await writeFile(join(folder, 'sdn.csv'), '2,"ROE, Jane","individual","X"\n')
      expect((await readList(folder)).entries.map(({ id }) => id)).toEqual(['2'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('a fictitious list is shipped, and marked as such', async () => {
    const { name, entries } = await readList(undefined)
    expect(name).toMatch(/made up/)
    for (const each of entries) expect(each.programs.every((program) => program.startsWith('SAMPLE'))).toBe(true)
    expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(['individual', 'entity', 'vessel']))
  })
})

describe('other published forms', () => {
  test('the United Nations in XML: parts of a name, aliases by quality, its original script, a span of years', () => {
    const { entries } =
      readUnXml(`<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><REFERENCE_NUMBER>QDi.001</REFERENCE_NUMBER>
      <FIRST_NAME>JANE</FIRST_NAME><SECOND_NAME>MARY</SECOND_NAME><THIRD_NAME>DOE</THIRD_NAME>
      <UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE><NAME_ORIGINAL_SCRIPT>جين دو</NAME_ORIGINAL_SCRIPT><GENDER>Female</GENDER>
      <NATIONALITY><VALUE>Spain</VALUE></NATIONALITY>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Janet Doe</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>JD</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_DATE_OF_BIRTH><FROM_YEAR>1968</FROM_YEAR><TO_YEAR>1970</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>X123456</NUMBER></INDIVIDUAL_DOCUMENT>
      </INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><REFERENCE_NUMBER>QDe.001</REFERENCE_NUMBER>
      <FIRST_NAME>DOE FOUNDATION</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`)
    expect(entries).toMatchObject([
      {
        id: 'QDi.001',
        type: 'individual',
        names: [{ name: 'JANE MARY DOE' }, { name: 'جين دو' }, { name: 'Janet Doe' }, { name: 'JD', isWeak: true }],
        births: ['1968', '1969', '1970'],
        countries: ['ES'],
        genders: ['female'],
        identifiers: [{ type: 'Passport', value: 'X123456' }],
        remarks: null,
      },
      { id: 'QDe.001', type: 'entity', names: [{ kind: 'primary', name: 'DOE FOUNDATION' }] },
    ])
  })

  test('the European Union in XML and CSV', () => {
    const xml = readEuXml(`<export><sanctionEntity euReferenceNumber="EU.1.1"><regulation programme="SYR"/>
      <subjectType code="person"/><nameAlias wholeName="Jane Doe" gender="F"/><nameAlias wholeName="Janet Doe"/>
      <citizenship countryIso2Code="ES"/><birthdate birthdate="1970-03-14"/></sanctionEntity></export>`)
    const csv = readEuCsv(
      `Entity_EU_ReferenceNumber;Entity_SubjectType;Entity_Regulation_Programme;NameAlias_WholeName;NameAlias_Gender;BirthDate_BirthDate;Citizenship_CountryIso2Code
EU.1.1;P;SYR;Jane Doe;F;;
EU.1.1;P;SYR;Janet Doe;;1970-03-14;ES
`,
    )
    const same = {
      id: 'EU.1.1',
      type: 'individual',
      programs: ['SYR'],
      names: [
        { kind: 'primary', name: 'Jane Doe' },
        { kind: 'aka', name: 'Janet Doe' },
      ],
      births: ['1970-03-14'],
      countries: ['ES'],
      genders: ['female'],
    }
    expect([xml.entries, csv.entries]).toMatchObject([[same], [same]])
  })

  test('the United Kingdom in CSV and XML, the family name sixth', () => {
    const csv = readUkCsv(
      [
        'Last Updated 1/2/2026',
        'Unique ID,Name 6,Name 1,Name type,"Individual, Entity, Ship",D.O.B,Nationality(/ies)',
        'RUS0001,DOE,Jane,Primary Name,Individual,14/03/1970,Spain',
        'RUS0001,ROE,Jane,Alias,Individual,,',
      ].join('\n'),
    )
    const xml = readUkXml(`<Designations><Designation><UniqueID>RUS0001</UniqueID><RegimeName>Russia</RegimeName>
      <IndividualEntityShip>Individual</IndividualEntityShip><Names><Name><Name6>DOE</Name6><Name1>Jane</Name1>
      <NameType>Primary Name</NameType></Name></Names><IndividualDetails><Individual><DOBs><DOB>00/00/1970</DOB></DOBs>
      </Individual></IndividualDetails></Designation></Designations>`)
    expect(csv.entries).toMatchObject([
      {
        id: 'RUS0001',
        type: 'individual',
        names: [{ name: 'Jane DOE' }, { name: 'Jane ROE' }],
        births: ['1970-03-14'],
      },
    ])
    expect(xml.entries).toMatchObject([{ id: 'RUS0001', names: [{ name: 'Jane DOE' }], births: ['1970'] }])
  })

  test('OpenSanctions as simple CSV and as FollowTheMoney, line by line', () => {
    const csv = readSimpleCsv(
      'id,schema,name,aliases,birth_date,countries\nQ1,Person,Jane Doe,Janet Doe;J. Doe,1970,es\n',
    )
    const ftm = new OpenSanctionsReader()
    ftm.line(
      '{"id":"Q1","schema":"Person","caption":"Jane Doe","properties":{"alias":["Janet Doe"],"birthDate":["1970"]}}',
    )
    ftm.line('{"id":"a","schema":"Address","properties":{"full":["Calle 1"]}}')
    expect(csv.entries).toMatchObject([{ id: 'Q1', type: 'individual', births: ['1970'], countries: ['ES'] }])
    expect(csv.entries[0]?.names.map(({ name }) => name)).toEqual(['Jane Doe', 'Janet Doe', 'J. Doe'])
    expect(ftm.done().entries).toMatchObject([{ id: 'Q1', names: [{ name: 'Jane Doe' }, { name: 'Janet Doe' }] }])
    expect(() => new OpenSanctionsReader().line('{')).toThrow('line 1 is not JSON')
  })

  test('an own list of names needs only the names', () => {
    const { entries } = readSimpleCsv('name\nJane Doe\nRichard Roe\n')
    expect(entries.map(({ id, names }) => [id, names[0]?.name])).toEqual([
      ['row 1', 'Jane Doe'],
      ['row 2', 'Richard Roe'],
    ])
  })

  test('an entry without a usable name or id is reported and left out', () => {
    const { entries, unusable } = readSimpleCsv('id,name\n1,…\n2,Jane Doe\n')
    expect(entries.map(({ id }) => id)).toEqual(['2'])
    expect(unusable).toEqual([{ id: '1', reason: 'left out: it has no usable name', isLeftOut: true }])
  })

  test('a name that is too long is cut, and reported', () => {
    const { entries, unusable } = readSimpleCsv(`id,name\n1,${'Jane '.repeat(2000)}Doe\n`)
    expect([entries.length, entries[0]?.names[0]?.name.length]).toEqual([1, 4000])
    expect(unusable).toEqual([{ id: '1', reason: 'a name of 10003 characters is cut after 4000' }])
  })

  test.each([
    ['14 Mar 1969', ['1969-03-14']],
    ['14/03/1969', ['1969-03-14']],
    ['circa 1969', ['1969']],
    ['1968 to 1970', ['1968', '1969', '1970']],
    ['unknown', []],
  ])('a date of birth written %j', (text, births) => {
    expect(readBirths(text)).toEqual(births)
  })

  test('the setting names several lists, with or without a name', () => {
    expect(readPlaces('/lists/ofac, peps=/lists/peps.json')).toEqual([
      { source: undefined, path: '/lists/ofac' },
      { source: 'peps', path: '/lists/peps.json' },
    ])
    expect(readPlaces(undefined)).toEqual([])
  })
})
