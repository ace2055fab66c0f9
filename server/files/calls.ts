/** The file hosts of the platforms: every file that belongs to something on one of them. */
import type { files } from '#contract/calls/files.ts'
import type { Handlers } from '#server/core/context.ts'
import { findFile } from './queries.ts'
import { noFile, readFile } from './read-file.ts'

export const filesCalls: Handlers<typeof files> = {
  async locate({ params }, { db, account }) {
    const file = await findFile(db, account, params.fileId)
    if (!file) throw noFile(params.fileId)
    return { platform: file.platform }
  },
  async fetch({ params }, context) {
    const file = await findFile(context.db, { ...context.account, platforms: [params.platform] }, params.fileId)
    if (!file) throw noFile(params.fileId)
    return readFile(context, file)
  },
}
