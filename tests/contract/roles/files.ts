import { platform, type Rows } from './row.ts'

export const files: Rows = {
  locate: {
    input: async (_, world, by) => ({ params: { fileId: await world.addFile({ by }) } }),
    ofAnother: { status: 404 },
  },
  fetch: {
    // uploaded, and named by nothing yet
    input: async (_, world, by) => ({ params: { platform, fileId: await world.addFile({ by }) } }),
    ofAnother: { status: 404 },
  },
}
