/** The id under the queue's cursor once it has rested. */
import { useRestedCursor } from '#src/features/lists/public.ts'
import { useCases } from './cases.ts'

export const useRestedCase = (): string | null => useRestedCursor(useCases().queue.list)
