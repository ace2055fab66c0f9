import type { CustomerInfo } from '#contract/model/customer.ts'
import { Tag, type Tone } from '#src/ui/tag.tsx'

const TONES: Record<string, Tone> = { low: 'done', medium: 'warn', high: 'stop' }

/** The score in its colour and shape, with its level as text. */
export function RiskTag({ risk: { score, level } }: { risk: NonNullable<CustomerInfo['riskScore']> }) {
  return (
    <Tag tone={TONES[level] ?? 'plain'}>
      Risk {score} {level}
    </Tag>
  )
}
