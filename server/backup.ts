/** `npm run backup -- FILE`: everything of an installation in one file, also while the server runs. */
import { Client } from 'pg'
import { readConfig } from '#server/core/config.ts'
import { describeBackup } from './backup/manifest.ts'
import { writeBackup } from './backup/write.ts'
import { runCommand } from './run-command.ts'
import { openOwner } from './store/open.ts'

await runCommand('backup -- FILE', [], async ([file]) => {
  const config = readConfig(process.env)
  const { url, leave } = await openOwner(config, () => {})
  const client = new Client(url)
  try {
    await client.connect()
    const written = await writeBackup(client, config, file)
    console.log([`${file} is whole.`, ...describeBackup(written, config.dataDir)].join('\n'))
  } finally {
    await client.end()
    await leave()
  }
})
