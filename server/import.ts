/** `npm run import -- amlsim FOLDER` or `-- csv FILE --map MAPPING`: transactions in, as live ones come in. */
import { pino } from 'pino'
import { readConfig } from '#server/core/config.ts'
import { readOptions } from './import/options.ts'
import { printReport } from './import/print.ts'
import { runImport } from './import/run.ts'
import { openStore } from './store/open.ts'

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const config = readConfig(process.env)
  const store = await openStore(config, pino({ level: 'silent' }))
  try {
    const report = await runImport(store.db, options, new Date(), progress)
    if (process.stderr.isTTY) process.stderr.write('\n')
    console.log(options.json ? JSON.stringify(report) : printReport(report))
    if (report.isRefused) process.exitCode = 1
  } finally {
    await store.close()
  }
}

/** One updating line on a terminal; waiting is always printed. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${line}   `)
  else if (line.includes('waiting')) console.error(line)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
