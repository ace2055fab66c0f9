import { everybody, platform, type Rows } from './row.ts'

export const files: Rows = {
  fetch: {
    input: () => ({ params: { platform, fileId: '00000000-0000-4000-8000-000000000000' } }),
    // there is no such file, and only those who may look are told
    who: everybody(404),
  },
}
