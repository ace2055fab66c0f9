/** The countries of the demo world, with addresses, names and currency. */

export interface Place {
  country: string
  /** Cities, with a state or province if the country has them. */
  cities: readonly (readonly [city: string, state: string, zip: string])[]
  currency: string
  /** One unit in USD, at a fixed rate. */
  rate: number
  first: readonly string[]
  last: readonly string[]
  streets: readonly string[]
  bank: string
  swift: string
  /** The prefix of its IP addresses, from the ranges reserved for documentation and benchmarks. */
  net: string
  weight: number
}

const words = (text: string) => text.split(' ')

export const PLACES: readonly Place[] = [
  {
    country: 'CA',
    cities: [
      ['Montreal', 'QC', 'H2Y 1C6'],
      ['Toronto', 'ON', 'M5V 2T6'],
      ['Vancouver', 'BC', 'V6B 4Y8'],
      ['Halifax', 'NS', 'B3J 1S9'],
    ],
    currency: 'CAD',
    rate: 0.73,
    first: words('Liam Charlotte Noah Élodie Ethan Chloé Olivier Priya Gurpreet Maude Jasper Simone'),
    last: words('Tremblay Gagnon MacDonald Singh Bouchard Fraser Côté Nguyen Pelletier Campbell Roy Leblanc'),
    streets: ['rue Saint-Denis', 'King Street West', 'Granville Street', 'Barrington Street'],
    bank: 'Maple Federal Bank',
    swift: 'MPFBCATT',
    net: '198.18',
    weight: 22,
  },
  {
    country: 'US',
    cities: [
      ['Miami', 'FL', '33131'],
      ['Austin', 'TX', '78701'],
      ['Portland', 'OR', '97205'],
      ['Newark', 'NJ', '07102'],
    ],
    currency: 'USD',
    rate: 1,
    first: words('Emma Jackson Aaliyah Mason Harper Diego Zoe Malik Grace Tyler Naomi Caleb'),
    last: words('Johnson Rivera Washington Miller Park Brooks Hughes Ramirez Foster Bennett Coleman Reed'),
    streets: ['Brickell Avenue', 'Congress Avenue', 'SW Salmon Street', 'Market Street'],
    bank: 'First Harbor National',
    swift: 'FHNAUS33',
    net: '198.19',
    weight: 20,
  },
  {
    country: 'GB',
    cities: [
      ['London', '', 'EC2A 4NE'],
      ['Leeds', '', 'LS1 5HD'],
      ['Cardiff', '', 'CF10 1EP'],
    ],
    currency: 'GBP',
    rate: 1.27,
    first: words('Oliver Amelia Harry Imogen Callum Freya Rhys Zara Alfie Nadia'),
    last: words('Clarke Hussain Evans Whitfield Ashworth Patel Doherty Langley Okoro Price'),
    streets: ['Curtain Road', 'Park Row', 'Churchill Way'],
    bank: 'Albion Clearing Bank',
    swift: 'ALBCGB2L',
    net: '192.0',
    weight: 9,
  },
  {
    country: 'CO',
    cities: [
      ['Bogotá', 'DC', '110311'],
      ['Medellín', 'ANT', '050021'],
      ['Cali', 'VAC', '760045'],
    ],
    currency: 'COP',
    rate: 0.00025,
    first: words('Valentina Santiago Mariana Andrés Daniela Camilo Luisa Felipe Paula Julián'),
    last: words('Restrepo Ospina Cárdenas Quintero Velásquez Jaramillo Gaviria Hoyos Zapata Arango'),
    streets: ['Carrera 7', 'Calle 10', 'Avenida 6 Norte'],
    bank: 'Banco Andino del Valle',
    swift: 'BAVACOBB',
    net: '203.0',
    weight: 10,
  },
  {
    country: 'RO',
    cities: [
      ['Bucharest', '', '010061'],
      ['Cluj-Napoca', '', '400001'],
    ],
    currency: 'RON',
    rate: 0.22,
    first: words('Andrei Ioana Mihai Raluca Ștefan Bianca Radu Anca'),
    last: words('Popescu Ionescu Dumitru Munteanu Lungu Moldovan Stoica Enache'),
    streets: ['Calea Victoriei', 'Strada Memorandumului'],
    bank: 'Banca Carpatica de Economii',
    swift: 'BCECROBU',
    net: '198.51',
    weight: 8,
  },
  {
    country: 'DE',
    cities: [
      ['Berlin', '', '10117'],
      ['Hamburg', '', '20095'],
    ],
    currency: 'EUR',
    rate: 1.08,
    first: words('Lukas Hannah Jonas Leonie Emre Greta Matthias Aylin'),
    last: words('Schneider Vogel Yılmaz Krüger Hoffmann Bergmann Öztürk Lindner'),
    streets: ['Friedrichstraße', 'Mönckebergstraße'],
    bank: 'Hanseatische Kreditbank',
    swift: 'HAKRDEHH',
    net: '198.18',
    weight: 6,
  },
  {
    country: 'PH',
    cities: [
      ['Manila', '', '1000'],
      ['Cebu City', '', '6000'],
    ],
    currency: 'PHP',
    rate: 0.017,
    first: words('Jose Maricel Angelo Kristine Rodel Jasmine Paolo Liza'),
    last: words('Santos Reyes Bautista Villanueva Dela-Cruz Mendoza Aquino Salazar'),
    streets: ['Roxas Boulevard', 'Osmeña Boulevard'],
    bank: 'Luzon Commercial Bank',
    swift: 'LUCBPHMM',
    net: '203.0',
    weight: 6,
  },
  {
    country: 'UA',
    cities: [
      ['Kyiv', '', '01001'],
      ['Lviv', '', '79000'],
    ],
    currency: 'UAH',
    rate: 0.024,
    first: words('Olena Taras Iryna Bohdan Kateryna Mykola Sofiia Andrii'),
    last: words('Shevchenko Kovalenko Bondarenko Tkachuk Melnyk Hrytsenko Lysenko Marchuk'),
    streets: ['Khreshchatyk', 'Svobody Avenue'],
    bank: 'Dnipro Savings Bank',
    swift: 'DNSBUAUK',
    net: '198.51',
    weight: 5,
  },
  {
    country: 'NG',
    cities: [
      ['Lagos', '', '100001'],
      ['Abuja', '', '900001'],
    ],
    currency: 'NGN',
    rate: 0.00065,
    first: words('Chinedu Amaka Tunde Ngozi Ibrahim Funmi Emeka Halima'),
    last: words('Okonkwo Adeyemi Balogun Eze Abubakar Nwosu Ogunleye Danjuma'),
    streets: ['Broad Street', 'Ahmadu Bello Way'],
    bank: 'Gulf of Guinea Bank',
    swift: 'GGUBNGLA',
    net: '192.0',
    weight: 4,
  },
  {
    country: 'JP',
    cities: [
      ['Tokyo', '', '100-0005'],
      ['Osaka', '', '530-0001'],
    ],
    currency: 'JPY',
    rate: 0.0067,
    first: words('Haruto Yui Sota Aoi Ren Hina Daiki Sakura'),
    last: words('Tanaka Watanabe Kobayashi Yoshida Matsumoto Inoue Kimura Shimizu'),
    streets: ['Marunouchi', 'Umeda'],
    bank: 'Nihon Minato Bank',
    swift: 'NMNTJPJT',
    net: '203.0',
    weight: 3,
  },
  {
    country: 'AE',
    cities: [['Dubai', '', '00000']],
    currency: 'AED',
    rate: 0.27,
    first: words('Omar Layla Khalid Fatima Yousef Noura Rashid Mariam'),
    last: words('Al-Mansoori Haddad Al-Suwaidi Rahman Nasser Al-Falasi Qureshi Saleh'),
    streets: ['Sheikh Zayed Road'],
    bank: 'Gulf Trade Bank',
    swift: 'GTBKAEAD',
    net: '198.19',
    weight: 4,
  },
  {
    country: 'BR',
    cities: [
      ['São Paulo', 'SP', '01310-100'],
      ['Recife', 'PE', '50030-230'],
    ],
    currency: 'BRL',
    rate: 0.18,
    first: words('Gabriel Beatriz Thiago Larissa Rafael Camila Bruno Fernanda'),
    last: words('Oliveira Souza Cavalcanti Ribeiro Azevedo Barros Nogueira Teixeira'),
    streets: ['Avenida Paulista', 'Rua da Aurora'],
    bank: 'Banco Litoral do Brasil',
    swift: 'BLBRBRSP',
    net: '203.0',
    weight: 3,
  },
]

/** The countries on watch lists, in which no customer lives. */
export const PROHIBITED: readonly (readonly [country: string, city: string])[] = [
  ['IR', 'Tehran'],
  ['MM', 'Yangon'],
]
export const SANCTIONED = ['KP', 'Pyongyang'] as const

export const BUSINESS = {
  first: words(
    'Northwind Silver Blue Harbour Vertex Cedar Atlas Lumen Quay Falcon Meridian Juniper Orchid Delta Granite',
  ),
  second: words(
    'Trading Media Logistics Studios Imports Digital Consulting Foods Payments Textiles Marine Events Gaming',
  ),
  form: {
    CA: 'Inc.',
    US: 'LLC',
    GB: 'Ltd',
    CO: 'S.A.S.',
    RO: 'S.R.L.',
    DE: 'GmbH',
    PH: 'Corp.',
    JP: 'K.K.',
    BR: 'Ltda.',
  },
  industries: words('wholesale media freight software catering textiles events gaming consulting'),
} as const
