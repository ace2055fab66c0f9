import { nothing, RULE_WRITERS, type Rows } from '../row.ts'

export const trend: Rows = {
  period: { input: () => ({ query: { from: '2026-03-01', to: '2026-03-10' } }), who: RULE_WRITERS },
  outlook: { input: nothing, who: RULE_WRITERS },
}
