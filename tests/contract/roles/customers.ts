import { platform, type Rows } from './row.ts'

export const customers: Rows = {
  searchPlatforms: { input: () => ({ params: { term: 'pa' } }) },
  searchUsers: { input: () => ({ params: { term: ' ' } }) },
  findUsers: { input: () => ({ params: { term: ' ' } }) },
  search: { input: () => ({ params: { platform, term: 'ada' } }) },
}
