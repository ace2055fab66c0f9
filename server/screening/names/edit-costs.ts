/** The costs of differences between names. */

/** Settings of the scorer; all prices are in letters. Chosen by cross-validation, see docs/decisions/0185. */
export const PRICES = {
  spelling: 0.15,
  nickname: 1,
  sound: 0.2,
  script: 0.3,
  /** A letter that turns a male into a female name. */
  gender: 0.8,
  initial: 0.9,
  joined: 0.2,
  duplicate: 0.2,
  particle: 0.1,
  honorific: 0.1,
  extraInitial: 0.3,
  patronymic: 0.3,
  /** The name of the family that the list files it under is not there. */
  familyMissing: 1.4,
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
  /** A word on either side for which the other has none. */
  conflict: 3.4,
}
/** One typo is allowed per this many letters, up to `most`: at that the score is the threshold. */
export const ALLOWED = { share: 0.21, least: 0.9, most: 2.2, wordShare: 0.5 }
