// npm start: installs what is missing, builds what is stale, starts the server. With --check it reads the settings alone.
import { build } from './build.mjs'
import { runFile } from './run.mjs'
import { setup } from './setup.mjs'

const isCheck = process.argv.includes('--check')
await setup()
if (isCheck || build()) await runFile('server/main.ts', process.argv.slice(2))
else process.exitCode = 1
