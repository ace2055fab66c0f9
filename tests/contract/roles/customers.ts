import { everybody, note, platform, type Rows } from './row.ts'

export const customers: Rows = {
  searchPlatforms: { input: () => ({ params: { term: 'pa' } }) },
  searchUsers: { input: () => ({ params: { term: ' ' } }) },
  findUsers: { input: () => ({ params: { term: ' ' } }) },
  // there is no such hit, and only those who may look are told
  decideSanction: {
    input: () => ({ params: { platform, customerId: '100', matchId: '1' }, body: { outcome: 'false_positive', note } }),
    who: everybody(404),
  },
  search: { input: () => ({ params: { platform, term: 'ada' } }) },
}
