/**
 * Reads the settings, starts the server, and stops it on a signal. `npm start -- --check` reads and prints them, and
 * starts nothing.
 */
import { controlsOf, readConfig, settingLines } from '#server/core/config.ts'
import { openLog } from '#server/core/log.ts'
import { serve } from './serve.ts'

/** The timeout of stopping, in milliseconds: mostly PostgreSQL writing its data. */
const LAST_RESORT = 60_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (process.argv.includes('--check')) {
    console.log(settingLines(config).join('\n'))
    return
  }
  const log = openLog(config.logLevel)
  log.info({ controls: controlsOf(config) }, 'controls in force')
  // an unhandled rejection leaves nothing half done here, and is no reason to stop the server
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'an unhandled failure'))
  const running = await serve(config, log)
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => fail(new Error('It does not stop in time and is ended.')), LAST_RESORT).unref()
    running.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // the reader may stop it at once
  console.log(`Docket is at ${config.publicUrl ?? running.url}`)
}

/** The error and its remedy, without a stack trace: messages for operators. */
function fail(error: unknown): never {
  console.error(`Docket cannot go on. ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exit(1)
}

main().catch(fail)
