/** The file hosts of the platforms: every file that belongs to something on one of them. */
import type { files } from '#contract/calls/files.ts'
import { noFile, readFile } from '#server/documents/read-file.ts'
import { findFile } from '#server/store/queries/files.ts'
import type { Handlers } from './handlers.ts'

export const filesCalls: Handlers<typeof files> = {
  async fetch({ params }, context) {
    const file = await findFile(context.db, { ...context.account, platforms: [params.platform] }, params.fileId)
    if (!file) throw noFile(params.fileId)
    return readFile(context, file)
  },
}
