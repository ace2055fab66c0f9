/** The costs of differences between names. */

/** Settings of the scorer; all prices are in letters. Chosen by cross-validation, see docs/decisions/0185. */
export const PRICES = {
  spelling: 0.15,
  nickname: 1,
  sound: 0.2,
  script: 0.3,
  /** A foreign name by the consonants that Chinese, Japanese or Korean keep of it. */
  heard: 0.5,
  /** A letter that turns a male into a female name. */
  gender: 0.8,
  initial: 0.9,
  joined: 0.2,
  duplicate: 0.2,
  particle: 0.1,
  /** `abd`, the servant of, without which Abdulaziz is Aziz. */
  servant: 0.25,
  honorific: 0.1,
  extraInitial: 0.3,
  patronymic: 0.3,
  /** The name of the family that the list files it under is not there. */
  familyMissing: 1.4,
  /** None of the given names that the list has apart from the family's is there. */
  givenMissing: 1.8,
  /** A name more on one side, where two are shared. */
  extra: 0.45,
  /** The first name more. */
  firstExtra: 0.15,
  /** Names written by syllables have no second given name. */
  syllableMore: 2,
  /** A name more where only one is shared. */
  onlyOne: 2.5,
  formMissing: 0.1,
  formOther: 1.9,
  formOfNobody: 0.4,
  extraPlace: 0.9,
  extraCommon: 1.9,
  /** The share of it where a short form has at least two of the company's own words. */
  shortForm: 0.5,
  /** A word cut short or written by its consonants: of what companies do, and of any other word. */
  abbreviated: 0.3,
  abbreviatedName: 0.8,
  extraNumber: 1.3,
  extraWord: 2.6,
  /** A wrong letter in an insignificant word. */
  silentMisspelt: 0.5,
  acronym: 0.6,
  /** The required weight of the common names, each from 0 to 1 by rarity on the list, and the effect of less. */
  enough: 0.85,
  common: 3,
  /** In points: two syllables that agree, of signs on one side and letters on the other. A birth date makes up for it. */
  fewSyllables: -0.34,
  /** The effect of a typo in a long and rare word on the weight of common names. */
  rareSlip: 0.35,
  /** In points: per share of the signs that are others, and a variant sign of the same reading: 习 is 習. */
  otherSign: 1.6,
  signVariant: 0.1,
  /** A word on either side for which the other has none. */
  conflict: 3.4,
}
/** One typo is allowed per this many letters, up to `most`: they take `points` from the score, which is then the threshold. */
export const ALLOWED = { share: 0.21, least: 0.9, most: 2.2, wordShare: 0.5, points: 0.3 }
