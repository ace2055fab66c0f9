import { describe, expect, it } from 'vitest'
import { UPLOAD_ENDINGS, UPLOAD_MAX, uploadFault } from './upload.ts'

describe('a file before it is sent', () => {
  it.each(['setup.exe', 'page.html', 'pdf', 'a.pdf.js', '.bashrc', 'movie.mp4'])('%s is of the wrong kind', (name) =>
    expect(uploadFault({ name, size: 1 })).toMatch(/not of a kind/),
  )
  it('refuses an empty file and one above the limit, and accepts one at the limit', () => {
    expect(uploadFault({ name: 'a.pdf', size: 0 })).toBe('a.pdf is empty.')
    expect(uploadFault({ name: 'a.pdf', size: UPLOAD_MAX + 1 })).toBe('a.pdf is larger than 10 MiB.')
    expect(uploadFault({ name: 'a.pdf', size: UPLOAD_MAX })).toBeNull()
  })
  it.each([...UPLOAD_ENDINGS, 'PDF', 'JpEg'])('accepts a name ending in .%s', (ending) =>
    expect(uploadFault({ name: `a b.${ending}`, size: 1 })).toBeNull(),
  )
})
