/** The command line of the import. */
import { parseArgs } from 'node:util'
import { findPlatform } from '#contract/model/platform.ts'
import { DEFAULT_START } from './amlsim.ts'

export const USAGE = `usage:
  npm run import -- amlsim FOLDER [--platform uat] [--start ${DEFAULT_START}] [--strict] [--json]
  npm run import -- csv FILE --map MAPPING.json [--platform uat] [--strict] [--json]

  --platform  whose transactions they are (default uat)
  --start     the date of day 0 of AMLSim's time (default ${DEFAULT_START})
  --map       which column is which field, see docs/import.md
  --strict    import nothing if a row is broken
  --json      print one JSON object instead of tables`

export type Options = { platform: string; strict: boolean; json: boolean } & (
  | { format: 'amlsim'; folder: string; start: Date }
  | { format: 'csv'; file: string; map: string }
)

/** Throws an `Error` with the usage where the arguments make no sense. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parsed(args)
  const [format, path, ...rest] = positionals
  if (path === undefined || rest.length > 0) throw new Error(USAGE)
  const { platform, strict, json } = values
  if (findPlatform(platform) === undefined) throw new Error(`There is no platform ${platform}.\n${USAGE}`)
  const shared = { platform, strict, json }
  if (format === 'amlsim') {
    const start = new Date(`${values.start}T00:00:00Z`)
    if (Number.isNaN(start.getTime())) throw new Error(`--start is no date: ${values.start}\n${USAGE}`)
    return { ...shared, format, folder: path, start }
  }
  if (format === 'csv' && values.map !== undefined) return { ...shared, format, file: path, map: values.map }
  throw new Error(USAGE)
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        platform: { type: 'string', default: 'uat' },
        start: { type: 'string', default: DEFAULT_START },
        map: { type: 'string' },
        strict: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}
