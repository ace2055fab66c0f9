/** `npm run settings`: writes the table of settings into docs/operations.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { withSettingsTable } from './core/settings/table.ts'

const FILE = 'docs/operations.md'
writeFileSync(FILE, withSettingsTable(readFileSync(FILE, 'utf8')))
