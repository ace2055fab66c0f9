/** The command line of the import. */
import { parseArgs } from 'node:util'
import { findPlatform } from '#contract/model/platform.ts'
import { DEFAULT_START } from './amlsim.ts'
import { FORMS, type PaymentOptions } from './read-payments.ts'

export const USAGE = `usage:
  npm run import -- payments FILE|FOLDER [--form FORM | --map MAPPING.json] [--platform uat] [--strict] [--json]
  npm run import -- csv FILE --map MAPPING.json [--platform uat] [--strict] [--json]
  npm run import -- amlsim FOLDER [--platform uat] [--start ${DEFAULT_START}] [--strict] [--json]

  --form      one of ${FORMS.join(', ')}; recognised by the file where it is left out
  --map       which column is which field, see docs/import.md
  --encoding  of the file, where neither a byte order mark nor UTF-8 nor its XML header tells it: windows-1252
  --bic       BICs of the platform, separated by commas: whose bank it is, is the customer of a message
  --rates     USD for one unit of other currencies: EUR=1.08,GBP=1.27
  --start     the date that numbers of days or hours count from (default ${DEFAULT_START})
  --platform  whose transactions they are (default uat)
  --strict    import nothing if a row is broken
  --json      print one JSON object instead of tables`

export type Options = { platform: string; strict: boolean; json: boolean } & (
  | { format: 'amlsim'; folder: string; start: Date }
  | { format: 'csv'; file: string; map: string }
  | ({ format: 'payments' } & PaymentOptions)
)

/** Throws an `Error` with the usage where the arguments make no sense. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parsed(args)
  const [format, path, ...rest] = positionals
  if (path === undefined || rest.length > 0) throw new Error(USAGE)
  const { platform, strict, json, map, form, encoding } = values
  if (findPlatform(platform) === undefined) throw new Error(`There is no platform ${platform}.\n${USAGE}`)
  const shared = { platform, strict, json }
  const start = values.start === undefined ? undefined : dateOf(values.start)
  if (format === 'amlsim') return { ...shared, format, folder: path, start: start ?? dateOf(DEFAULT_START) }
  if (form !== undefined && !FORMS.includes(form)) throw new Error(`There is no form ${form}.\n${USAGE}`)
  if (form !== undefined && map !== undefined) throw new Error(`--form and --map exclude each other.\n${USAGE}`)
  const more = {
    ...(encoding !== undefined && { encoding }),
    ...(start !== undefined && { start }),
    ...(values.bic !== undefined && { bics: bicsOf(values.bic) }),
    ...(values.rates !== undefined && { rates: ratesOf(values.rates) }),
  }
  if (format === 'csv' && map !== undefined) {
    const plain = Object.keys(more).length === 0
    return plain ? { ...shared, format, file: path, map } : { ...shared, format: 'payments', path, map, ...more }
  }
  if (format === 'payments')
    return { ...shared, format, path, ...(map !== undefined && { map }), ...(form !== undefined && { form }), ...more }
  throw new Error(USAGE)
}

function dateOf(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toJSON().slice(0, 10) !== text)
    throw new Error(`--start is not a date: ${text}\n${USAGE}`)
  return date
}

function bicsOf(text: string): string[] {
  const bics = text.split(',').map((bic) => bic.trim().toUpperCase())
  const odd = bics.find((bic) => !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic))
  if (odd !== undefined) throw new Error(`--bic is no BIC: ${odd}\n${USAGE}`)
  return bics
}

function ratesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [, currency, rate] = /^\s*([A-Z]{3,5})=(\d{1,9}(?:\.\d{1,12})?)\s*$/.exec(part) ?? []
      if (currency === undefined || rate === undefined)
        throw new Error(`--rates is not like EUR=1.08: ${part}\n${USAGE}`)
      return [currency, rate]
    }),
  )
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        platform: { type: 'string', default: 'uat' },
        start: { type: 'string' },
        map: { type: 'string' },
        form: { type: 'string' },
        encoding: { type: 'string' },
        bic: { type: 'string' },
        rates: { type: 'string' },
        strict: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}
