/**
 * Words that tell of a suspicion or of a report, as parts of words in lower case, for platforms that name none of their
 * own: in the languages that customers are written to.
 */
export const TIPPING_OFF_TERMS: readonly string[] = [
  // English
  'suspici',
  'suspect',
  'money launder',
  'launder',
  'terroris',
  'financial intelligence',
  'law enforcement',
  'investigat',
  'reported to the authorit',
  'sanctions hit',
  // abbreviations of reports, as whole words
  '=sar',
  '=str',
  '=sars',
  '=strs',
  '=fiu',
  '=fincen',
  '=fintrac',
  '=aml',
  '=ros',
  '=uif',
  '=uiaf',
  // Spanish and Portuguese
  'sospech',
  'lavado de',
  'blanqueo',
  'suspeit',
  'lavagem de',
  'branqueamento',
  // French
  'soupçon',
  'soupcon',
  'blanchiment',
  '=tracfin',
  // German
  'verdacht',
  'verdächtig',
  'geldwäsche',
  // Italian and Dutch
  'sospett',
  'riciclaggio',
  'verdenking',
  'witwas',
  // Russian and Ukrainian
  'подозр',
  'підозр',
  'отмыван',
  'відмиван',
  // Turkish, Arabic, Chinese
  'şüpheli',
  'kara para',
  'مشبوه',
  'غسل الأموال',
  '可疑',
  '洗钱',
]
