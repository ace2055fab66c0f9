/** The file hosts: not answered yet. */
import type { files } from '#contract/calls/files.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const filesCalls: Handlers<typeof files> = {
  fetch: notBuilt,
}
