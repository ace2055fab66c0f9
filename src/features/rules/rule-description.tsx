import type { Content } from '#src/features/rules/editor/draft.ts'
import { contentRows, type Look } from './rule-text.ts'

/** All values of a rule, read-only. */
export function RuleDescription({ content, look }: { content: Content; look: Look }) {
  return (
    <dl className="grid grid-cols-[minmax(112px,auto)_1fr] gap-x-4 gap-y-2 text-list">
      {contentRows(content, look).map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
