import type { Rows } from './row.ts'

export const kyc: Rows = {
  export: { input: () => ({ body: { email: 'manager@docket.example' } }) },
}
