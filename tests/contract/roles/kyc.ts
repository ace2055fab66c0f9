import { RULE_WRITERS, type Rows } from './row.ts'

export const kyc: Rows = {
  export: { input: () => ({ body: { email: 'manager@docket.example' } }), who: RULE_WRITERS },
}
