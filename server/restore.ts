/** `npm run restore -- FILE [--replace]`: a backup into an empty database, or in the place of what is there. */
import { readConfig } from '#server/core/config.ts'
import { describeBackup } from './backup/manifest.ts'
import { openBackup } from '#server/backup/open-backup.ts'
import { restoreBackup } from './backup/restore.ts'
import { runCommand } from './run-command.ts'
import { openOwner } from './store/open.ts'

await runCommand('restore -- FILE [--replace]', ['replace'], async ([file], { replace }) => {
  const config = readConfig(process.env)
  const backup = await openBackup(file)
  const { url, leave } = await openOwner(config, () => {})
  try {
    await restoreBackup({ url, config, backup, replace: replace === true })
    console.log([`${file} is restored.`, ...describeBackup(backup.manifest, config.dataDir)].join('\n'))
    console.log('Clients will fetch afresh, and name the decisions that are missing here.')
  } finally {
    backup.close()
    await leave()
  }
})
