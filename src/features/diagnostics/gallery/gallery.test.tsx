// The gallery has every component of src/ui, and draws each of its entries.
import { readdirSync, readFileSync } from 'node:fs'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { BASICS } from './basics.tsx'
import { FIELDS } from './fields.tsx'
import { LISTS } from './lists.tsx'
import { OVERLAYS } from './overlays.tsx'

const ENTRIES = { ...BASICS, ...FIELDS, ...LISTS, ...OVERLAYS }
const HERE = 'src/features/diagnostics/gallery'

/** Without an entry, and why. */
const EXCEPTIONS: Record<string, string> = {
  'error-boundary.tsx': 'draws nothing of its own',
  'lazy-part.tsx': 'draws nothing of its own',
  'form/calendar.tsx': 'is opened from the day field',
  'form/select-options.tsx': 'is opened from both selects',
  'list/list-header.tsx': 'is the head of the list',
  'list/list-row.tsx': 'is a row of the list',
}

/** Component files of a folder, by their path in it. */
const componentsOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))

test('every component file of src/ui has an entry or a reason for none, and no file has both', () => {
  expect([...Object.keys(ENTRIES), ...Object.keys(EXCEPTIONS)].toSorted()).toEqual(componentsOf('src/ui').toSorted())
})

test('the gallery imports the file that an entry names', () => {
  const code = componentsOf(HERE)
    .map((path) => readFileSync(`${HERE}/${path}`, 'utf8'))
    .join('')
  expect(Object.keys(ENTRIES).filter((path) => !code.includes(`from '#src/ui/${path}'`))).toEqual([])
})

test.each(Object.entries(ENTRIES))('%s is drawn', (_path, { States }) => {
  // jsdom lays nothing out
  Element.prototype.scrollIntoView = () => {}
  HTMLCanvasElement.prototype.getContext = () => null
  const host = document.createElement('div')
  const failed: unknown[] = []
  const root = createRoot(host, { onUncaughtError: (error) => void failed.push(error) })
  flushSync(() => root.render(<States />))
  expect(host.childElementCount).toBeGreaterThan(0)
  root.unmount()
  expect(failed).toEqual([])
})
