/** Countries as lists and profiles write them: one or several in a text. */
import { countriesNamed } from '#server/core/countries/countries-named.ts'

/** The country of a text, of several the first; undefined for what is none. */
export function readCountry(text: string | undefined): string | undefined {
  return text === undefined ? undefined : countriesNamed(text)?.[0]
}

/** Between several countries in a text, `(1)` and `a)` among them; a country's name may have the second. */
const BETWEEN = [/[;,/|]|\(?\b(?:\d{1,2}|[a-h])\)/i, /\band\b|&/i]

/**
 * The countries of texts that name one or several, by two letters. A part that names none stays as it is written, so that
 * the list's report can name it: see `EntryCollector`.
 */
export function readCountries(...texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text = '') => countriesIn(text, BETWEEN)))]
}

function countriesIn(text: string, [between, ...others]: readonly RegExp[]): readonly string[] {
  const found = countriesNamed(text)
  if (found) return found
  if (!between) return /[\p{L}\p{N}]/u.test(text) ? [text.trim()] : []
  return text.split(between).flatMap((part) => countriesIn(part.trim(), others))
}

/** Two letters, and not a text that was not understood. */
export const isCountryCode = (text: string): boolean => /^[A-Z]{2}$/.test(text) && countriesNamed(text)?.[0] === text
