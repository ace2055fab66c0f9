// Parts of the frame after the first rows: the approvals count, and notices.
import { createPortal } from 'react-dom'
import { NoticeBar } from '#src/features/administration/notice-bar.tsx'
import { ApprovalsCount } from '#src/features/team/approvals/approvals-count.tsx'

export function DeferredParts() {
  // under the bar at the top, which is there before any of this
  const header = document.querySelector('header[data-pane]')
  return (
    <>
      <ApprovalsCount />
      {header && createPortal(<NoticeBar />, header)}
    </>
  )
}
