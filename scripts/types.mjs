// Type-checks each runtime with the tsconfig of its own folder.
import { spawnSync } from 'node:child_process'

const projects = ['contract', 'src', 'src/data/engine', 'sw', 'server', 'tests']
let failed = false
for (const project of projects) {
  const { status } = spawnSync('npx', ['--no-install', 'tsc', '-p', project], { stdio: 'inherit' })
  failed ||= status !== 0
}
process.exit(failed ? 1 : 0)
