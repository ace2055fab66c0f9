/** Lines of text that are on their way; the widths vary so that it reads as text. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  const widths = ['w-11/12', 'w-3/4', 'w-5/6', 'w-1/2']
  return (
    <div role="status" aria-label={label} className="grid gap-3 py-1">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={`block h-2 rounded-full bg-line ${widths[line % widths.length]}`} />
      ))}
    </div>
  )
}
