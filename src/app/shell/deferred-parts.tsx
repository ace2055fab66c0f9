// Parts of the frame after the first rows: the approvals count, what is back today, offers, and notices.
import { createPortal } from 'react-dom'
import { NoticeBar } from '#src/features/notices/notice-bar.tsx'
import { isAdministrator, useSession } from '#src/features/sign-in/session.ts'
import { ApprovalsCount } from '#src/features/approvals/approvals-count.tsx'
import { OfflineOffer } from '#src/features/vault/offline-offer.tsx'
import { SnoozeEnded } from '#src/features/views/snooze-ended.tsx'
import { AssistantButton } from './assistant-button.tsx'

export function DeferredParts() {
  const { profile } = useSession()
  // under the bar at the top, which is there before any of this
  const header = document.querySelector('header[data-pane]')
  return (
    <>
      <ApprovalsCount />
      {isAdministrator(profile) && <AssistantButton />}
      <SnoozeEnded />
      <OfflineOffer />
      {header && createPortal(<NoticeBar />, header)}
    </>
  )
}
