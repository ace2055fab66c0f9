import { ADMINISTRATORS, byPlatform, type Rows } from './row.ts'

export const metrics: Rows = {
  alert: { input: byPlatform },
  cases: { input: byPlatform },
  casesByManagers: { input: byPlatform },
  alertByRules: { input: byPlatform },
  platform: { input: byPlatform },
  accountAlert: { input: byPlatform },
  newCases: { input: byPlatform, who: ADMINISTRATORS },
  newCustomersByRule: { input: byPlatform, who: ADMINISTRATORS },
}
