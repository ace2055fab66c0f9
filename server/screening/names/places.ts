/** Place names: a branch has its company's name and a place. */

const CODES =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KP KR KW KZ LA LB LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PS PT PY QA RO RS RU RW SA SC SD SE SG SI SK SL SN SO SR SS SV SY TD TG TH TJ TM TN TR TT TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW'
const OTHERS = `europe asia africa america oceania schweiz suisse svizzera nederland deutschland osterreich espana italia
  polska sverige norge danmark suomi uk usa uae eu emea apac middle east west north south hong kong london dubai moscow
  singapore geneva zurich international overseas`

const english = new Intl.DisplayNames(['en'], { type: 'region' })

export const PLACES: ReadonlySet<string> = new Set([
  ...CODES.split(' ').flatMap((code) =>
    (english.of(code) ?? '')
      .toLowerCase()
      .normalize('NFKD')
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3 && word !== 'islands' && word !== 'republic'),
  ),
  ...OTHERS.split(/\s+/),
])
