// The lists whose place is stored.
import type { FeatureStates } from '#src/features/define-feature.ts'
import type { PlaceList } from './place.ts'

export function placeLists({ cases, triage, accountAlerts, customers }: FeatureStates): readonly PlaceList[] {
  const ofCases = () => ({ view: cases.queue, triage })
  const ofAlerts = () => accountAlerts.queue && { view: accountAlerts.queue, triage: accountAlerts.queue.triage }
  const ofCustomers = () => customers.list && { view: customers.list.view, triage: null }
  return [
    { path: 'cases/', held: ofCases, open: async () => ofCases() },
    {
      path: 'account-alerts/',
      held: ofAlerts,
      async open() {
        const { alertQueue } = await import('#src/features/account-alerts/queue/queue.ts')
        const view = alertQueue(accountAlerts)
        return { view, triage: view.triage }
      },
    },
    {
      path: 'customers/',
      held: ofCustomers,
      async open() {
        const { customerList } = await import('#src/features/customers/list.ts')
        return { view: customerList(customers).view, triage: null }
      },
    },
  ]
}
