import { everybody, nothing, type Rows } from './row.ts'

export const tasks: Rows = {
  list: { input: nothing },
  view: {
    input: () => ({ params: { uuid: '00000000-0000-4000-8000-000000000000' } }),
    // there is no such task, and only those who may look are told
    who: everybody(404),
  },
}
