import type { ListColumn } from '#src/ui/list/list.tsx'
import { bySort } from './look.ts'

/** The customer's score, where there is one. */
export const riskColumn: ListColumn<{ risk?: number | null | undefined }> = {
  id: 'risk',
  header: 'Risk',
  ...bySort('risk'),
  width: 56,
  align: 'end',
  hideBelow: 900,
  text: ({ risk }) => (risk == null ? '' : String(risk)),
  spoken: ({ risk }) => (risk == null ? '' : `risk ${risk}`),
}
