import { expect, it } from 'vitest'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { signedCopyFault } from './signed-copy.tsx'

it('accepts a PDF or a scan, in any letter case, and nothing else', () => {
  expect(['SAR.PDF', 'scan.tiff', 'page.jpeg'].map((name) => signedCopyFault({ name, size: 1 }))).toEqual([
    null,
    null,
    null,
  ])
  expect(signedCopyFault({ name: 'sar.docx', size: 1 })).toMatch(/a PDF or a scan/)
  expect(signedCopyFault({ name: 'pdf', size: 1 })).toMatch(/a PDF or a scan/)
})

it('refuses an empty or too large file', () => {
  expect(signedCopyFault({ name: 'sar.pdf', size: 0 })).toMatch(/empty/)
  expect(signedCopyFault({ name: 'sar.pdf', size: UPLOAD_MAX })).toBeNull()
  expect(signedCopyFault({ name: 'sar.pdf', size: UPLOAD_MAX + 1 })).toMatch(/larger/)
})
