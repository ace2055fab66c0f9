/** Makes the table of distances between countries: `npm run reference`. */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { borders } from '@rapideditor/country-coder'
import countries from '#contract/reference/countries.json' with { type: 'json' }

const EARTH_KM = 6371
/** Edges longer than this get points in between, in degrees. */
const STEP = 1

type Point = readonly [longitude: number, latitude: number]
type Feature = (typeof borders)['features'][number]

/** A part of a country counts as its country's, unless it has a code of its own. */
function codeOf({ properties }: Feature, codes: ReadonlySet<string>): string | undefined {
  const { iso1A2, groups = [], country } = properties
  return [iso1A2, ...groups, country].find((each): each is string => each !== undefined && codes.has(each))
}

function between([x, y]: Point, [u, v]: Point): Point[] {
  const parts = Math.max(1, Math.ceil(Math.hypot(u - x, v - y) / STEP))
  return Array.from({ length: parts }, (_, n): Point => [x + ((u - x) * n) / parts, y + ((v - y) * n) / parts])
}

/** On a sphere of radius one. */
function onSphere([longitude, latitude]: Point): [number, number, number] {
  const [l, p] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180]
  return [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)]
}

function outlines(): Map<string, Float64Array> {
  const codes = new Set(countries.map(({ id }) => id))
  const points = new Map<string, number[]>()
  for (const feature of borders.features) {
    const code = codeOf(feature, codes)
    if (!feature.geometry || code === undefined) continue
    const list = points.get(code) ?? []
    points.set(code, list)
    for (const ring of feature.geometry.coordinates.flat() as Point[][]) {
      const along = ring.flatMap((point, n) => between(point, ring[n + 1] ?? point))
      list.push(...along.flatMap(onSphere))
    }
  }
  return new Map(
    [...points].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, each]) => [code, Float64Array.from(each)]),
  )
}

/** The least distance of two outlines, in tens of kilometres, rounded down. */
function distance(one: Float64Array, other: Float64Array): number {
  let nearest = -1
  for (let i = 0; i < one.length; i += 3) {
    const [x = 0, y = 0, z = 0] = [one[i], one[i + 1], one[i + 2]]
    for (let k = 0; k < other.length; k += 3) {
      const cosine = x * (other[k] ?? 0) + y * (other[k + 1] ?? 0) + z * (other[k + 2] ?? 0)
      if (cosine > nearest) nearest = cosine
    }
  }
  return Math.floor((EARTH_KM * Math.acos(Math.min(1, nearest))) / 10)
}

function generate(): string {
  const all = [...outlines()]
  // to those before it: the other half of the table says the same
  const rows = all.map(([code, one], n) => {
    return JSON.stringify({ code, tens: all.slice(0, n).map(([, other]) => distance(one, other)) })
  })
  const file = new URL('../../../node_modules/@rapideditor/country-coder/package.json', import.meta.url)
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const source = JSON.stringify({ package: name, version, licence: license })
  return `{"source":${source},"countries":[\n${rows.join(',\n')}\n]}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('country-distances.json', import.meta.url), generate())
}
