// What of the frame comes after the first rows: how much waits for approval, and notices to everybody.
import { createPortal } from 'react-dom'
import { NoticeBar } from '#src/features/administration/notice-bar.tsx'
import { ApprovalsWaiting } from '#src/features/team/approvals/waiting.tsx'

export function LaterParts() {
  // under the bar at the top, which is there before any of this
  const header = document.querySelector('header[data-pane]')
  return (
    <>
      <ApprovalsWaiting />
      {header && createPortal(<NoticeBar />, header)}
    </>
  )
}
