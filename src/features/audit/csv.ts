/** The audit as CSV: one download at a time. */
import { createCsvDownload } from '#src/features/lists/public.ts'

export const csvDownload = createCsvDownload()
