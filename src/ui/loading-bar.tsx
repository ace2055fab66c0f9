/** Six pixels under the header; takes its room always, so that nothing jumps when loading starts. */
export function LoadingBar({ isLoading }: { isLoading: boolean }) {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      aria-hidden={!isLoading}
      data-loading={isLoading || undefined}
      className="loading-bar"
    />
  )
}
