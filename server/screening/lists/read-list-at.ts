import { readList, type ListPlace, type SanctionsList } from './read.ts'

/** `readList` for a call from another process, which passes one value. */
export const readListAt = ({ path, source, encoding }: Partial<ListPlace>): Promise<SanctionsList> =>
  readList(path, source, encoding)
