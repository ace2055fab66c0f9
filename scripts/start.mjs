// npm start: installs what is missing, builds what is stale, starts the server.
import { build } from './build.mjs'
import { runFile } from './run.mjs'
import { setup } from './setup.mjs'

await setup()
if (build()) await runFile('server/main.ts', process.argv.slice(2))
else process.exitCode = 1
