import type { ReactNode } from 'react'
import type { CaseItem } from '#contract/model/case.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { ListFrame } from '#src/features/lists/public.ts'
import { CASE_NOUN, useCases } from './cases.ts'
import type { useQueueFilter } from './use-filter.ts'

interface QueueFrameProps {
  control: ReturnType<typeof useQueueFilter>
  source: RowSource<CaseItem> | null
  main: ReactNode
  preview: ReactNode
}

/** What stands around the rows of the queue: its filter above, what is under the cursor beside. */
export function QueueFrame(props: QueueFrameProps) {
  const { queue, narrowing } = useCases()
  return <ListFrame area="queue" noun={CASE_NOUN} view={queue} narrowing={narrowing} {...props} />
}
