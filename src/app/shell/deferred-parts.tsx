// What of the frame comes after the first rows: how much waits for approval, and notices to everybody.
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
