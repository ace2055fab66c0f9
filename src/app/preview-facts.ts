/** The facts for the preview of templates: those of the last viewed alert. */
import type { AccountAlerts } from '#src/features/account-alerts/account-alerts.ts'
import type { Cases } from '#src/features/cases/cases.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import { noteFacts } from '#src/features/templates/note-facts.ts'
import type { Templates } from '#src/features/templates/templates-context.ts'

export function previewFactsOf({
  cases: { queue, deps },
  accountAlerts,
}: {
  cases: Cases
  accountAlerts: AccountAlerts
}): Templates['factsAtHand'] {
  return (kind) => {
    if (kind === 'account') return accountAlerts.factsAtHand()
    const { platform } = queue.store.getState()
    const { opened } = queue.atHand.getState()
    const row = opened ?? queue.rowOf(queue.list.cursor.getState().id ?? '')
    const [alert] = row?.alerts ?? []
    return row && alert && platform === currentPlatform() ? noteFacts(row, alert, deps.writing()) : null
  }
}
