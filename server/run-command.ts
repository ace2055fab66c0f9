/** Runs a command of the operator: its arguments, a message without a stack trace, and exit code 1 where it fails. */
import { parseArgs } from 'node:util'

/** `run` gets the one argument, and the flags. Anything else is refused with the usage. */
export async function runCommand(
  usage: string,
  flags: readonly string[],
  run: (positionals: [string], flags: Readonly<Record<string, boolean>>) => Promise<void>,
): Promise<void> {
  try {
    const options = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }]))
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [first, ...more] = positionals
    if (first === undefined || more.length > 0) throw new Error(`usage: npm run ${usage}`)
    await run([first], values as Record<string, boolean>)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
