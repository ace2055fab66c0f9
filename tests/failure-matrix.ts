// The failure matrix out of the two reports of a whole run: npm test prints it, and fails where a row has not passed.
import { readFileSync } from 'node:fs'
import { judged, rowsOf, type PlaywrightReport, type VitestReport } from './architecture/failure-matrix.ts'

const [vitest = '', playwright = ''] = process.argv.slice(2)
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const { table, isGood } = judged(rowsOf(read(vitest) as VitestReport, read(playwright) as PlaywrightReport))
console.log(table)
process.exitCode = isGood ? 0 : 1
