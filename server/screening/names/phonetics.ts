/** Spellings of one sound, reduced to one letter. */

/** Applied in order. Capitals are sounds that Latin letters write with two: S as in sheikh, C as in chief, Z as in Zhukov. */
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/([^aeiou])\1+/g, '$1'],
  [/(?<=.)(?:tz|ts)(?=ch)/g, ''],
  [/dzh|dj(?=[aeiou])|dsch/g, 'j'],
  [/tsch/g, 'C'],
  [/shch|sch|sh/g, 'S'],
  [/tch|ch/g, 'C'],
  [/zh/g, 'Z'],
  [/kh/g, 'X'],
  [/gh/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/^x/g, 's'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ou|oo/g, 'u'],
  [/ee|ie|iy|yi|ij(?![aeiou])/g, 'i'],
  [/ei|ey|ai|ay/g, 'e'],
  [/y(?![aeiou])/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** Known ones only once: a list repeats its words thousands of times. */
const known = new Map<string, string>()
const KNOWN_MAX = 200_000

/** The sound of a word in lower-case Latin letters: `Qaddafi` → `kadafi`, `Gaddafi` → `gadafi`. */
export function soundOf(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const sound = FOLDS.reduce((folded, [pattern, to]) => folded.replace(pattern, to), text)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, sound)
  return sound
}

/** Classes of consonants that writers and ears take for each other. Vowels, h and y fall away. */
const CLASS: Readonly<Record<string, string>> = {
  b: 'p',
  p: 'p',
  f: 'f',
  v: 'f',
  d: 't',
  t: 't',
  g: 'k',
  k: 'k',
  X: 'k',
  C: 's',
  S: 's',
  s: 's',
  z: 's',
  Z: 's',
  j: 's',
  l: 'l',
  r: 'r',
  m: 'm',
  n: 'n',
}

/** The phonetic skeleton: `mohammed`, `muhamad` and `mhmd` are `mmt`. Digits stay. */
export function skeletonOf(sound: string): string {
  let skeleton = ''
  for (const letter of sound) {
    const one = CLASS[letter] ?? (letter >= '0' && letter <= '9' ? letter : '')
    if (one !== '' && !skeleton.endsWith(one)) skeleton += one
  }
  return skeleton
}

/** Variants of a skeleton without written vowels: vav and waw are a vowel as often as v. */
export function skeletonsOf(sound: string): readonly string[] {
  const skeleton = skeletonOf(sound)
  const other = skeletonOf(sound.replaceAll('v', ''))
  return other === '' || other === skeleton ? [skeleton] : [skeleton, other]
}
