// Type-checks each runtime with the tsconfig of its own folder; what has not changed since the last time is not checked again.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import process from 'node:process'

const projects = ['contract', 'engine', 'src', 'sw', 'server', 'tests']
let failed = false
for (const project of projects) {
  // a folder without sources is an error to the compiler, but not to us
  if (!existsSync(project) || !readdirSync(project, { recursive: true }).some((file) => /\.tsx?$/.test(file))) continue
  const known = `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  const args = ['--no-install', 'tsc', '-p', project, '--incremental', '--tsBuildInfoFile', known]
  const { status } = spawnSync('npx', args, { stdio: 'inherit' })
  failed ||= status !== 0
}
process.exit(failed ? 1 : 0)
