/** A key or a sequence of keys as labels, `['g', 'c']`; decoration only, screen readers hear `aria-keyshortcuts`. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span aria-hidden="true" className="inline-flex gap-0.5 align-middle">
      {keys.map((key, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same key may come twice and nothing moves
        <kbd key={index} className="kbd">
          {key}
        </kbd>
      ))}
    </span>
  )
}
