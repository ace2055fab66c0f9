/** Counts for the platform dropdown and the dashboard. */
import type { metrics } from '#contract/calls/metrics.ts'
import type { Handlers } from '#server/core/context.ts'
import {
  countAlerts,
  countAlertsByRule,
  countCases,
  countCasesByManager,
  countNewCases,
  countNewCustomersByRule,
  countOpenAlerts,
  countOpenCases,
} from './queries.ts'

export const metricsCalls: Handlers<typeof metrics> = {
  async alert({ params }, { db }) {
    return { items: await countAlerts(db, params.platform, 'transaction') }
  },

  /** Active are cases that are new or wait for the customer. */
  async cases({ params }, { db }) {
    const [items, activeCases] = await Promise.all([
      countCases(db, params.platform),
      countOpenCases(db, params.platform),
    ])
    return { items, activeCases }
  },

  async casesByManagers({ params }, { db }) {
    return { items: await countCasesByManager(db, params.platform) }
  },

  async alertByRules({ params }, { db }) {
    return { items: await countAlertsByRule(db, params.platform) }
  },

  async platform({ params }, { db }) {
    const [activeAlerts, activeCases] = await Promise.all([
      countOpenAlerts(db, params.platform),
      countOpenCases(db, params.platform),
    ])
    return { activeAlerts, activeCases }
  },

  async accountAlert({ params }, { db }) {
    return { items: await countAlerts(db, params.platform, 'account') }
  },

  async newCases({ params }, { db, now }) {
    return { items: await countNewCases(db, params.platform, now()) }
  },

  async newCustomersByRule({ params }, { db, now }) {
    return { items: await countNewCustomersByRule(db, params.platform, now()) }
  },
}
