/** A message for unavailable data, without alarm. */
export const Unread = () => (
  <p className="text-list text-muted">Not saved on this device, and the server does not answer.</p>
)
