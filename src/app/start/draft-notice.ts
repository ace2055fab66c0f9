// Tells the user after a lock or a crash about an unsaved draft on this device.
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { Data } from '#src/data/data.ts'
import { engineReady } from '#src/data/engine-client/engine-ready.ts'
import { draftLabels } from '#src/data/user/drafts.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'

export async function showDraftNotice({ engine, user }: Data, { notices }: CommandLayer): Promise<void> {
  await engineReady(engine)
  const [latest, ...others] = draftLabels(user, currentPlatform())
  // a failure is more urgent
  if (latest === undefined || notices.store.getState().notice) return
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  notices.say(`Not sent yet: ${latest}${more}; the words are there when you open it again.`)
}
