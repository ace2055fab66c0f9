import { expect, it } from 'vitest'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { signedFault } from './signed.tsx'

it('takes a PDF or a scan, whatever case its name is in, and nothing else', () => {
  expect(['SAR.PDF', 'scan.tiff', 'page.jpeg'].map((name) => signedFault({ name, size: 1 }))).toEqual([
    null,
    null,
    null,
  ])
  expect(signedFault({ name: 'sar.docx', size: 1 })).toMatch(/a PDF or a scan/)
  expect(signedFault({ name: 'pdf', size: 1 })).toMatch(/a PDF or a scan/)
})

it('sends nothing that is empty or too large', () => {
  expect(signedFault({ name: 'sar.pdf', size: 0 })).toMatch(/empty/)
  expect(signedFault({ name: 'sar.pdf', size: UPLOAD_MAX })).toBeNull()
  expect(signedFault({ name: 'sar.pdf', size: UPLOAD_MAX + 1 })).toMatch(/larger/)
})
