import type { CustomerTransaction } from '#contract/model/customer.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import type { FilteredListNames } from '#src/features/lists/public.ts'
import { createCustomers, type Customers } from './customers.ts'
import type { Who } from './queries.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    customers: {
      customer:
        | 'alerts'
        | 'cases'
        | 'comment'
        | 'company'
        | 'copyId'
        | 'direction'
        | 'documents'
        | 'exportKyc'
        | 'flow'
        | 'fold'
        | 'helpdesk'
        | 'leave'
        | 'leaveSearch'
        | 'log'
        | 'next'
        | 'note'
        | 'notes'
        | 'openRow'
        | 'previous'
        | 'profile'
        | 'refresh'
        | 'risk'
        | 'search'
        | 'section'
        | 'table'
        | 'transactions'
        | 'unfold'
      customers: FilteredListNames | 'cases' | 'copyId' | 'copyLink' | 'keepOffline' | 'open'
      form: 'uploadSigned'
      nav: 'customers'
    }
  }
  interface ViewNames {
    customer: true
    customers: true
  }
  interface RecordKinds {
    customer: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    customers: Customers
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    transaction: { label: string; row: CustomerTransaction }
    'money flow': Who
  }
}

export const customersFeature = defineFeature({
  name: 'customers',
  kinds: { customer: { heading: 'Customers', prefix: '=' } },
  needs: ['cases'],
  create: ({ data, session, platform }, { cases: { narrowing } }) =>
    createCustomers(data, {
      ...narrowing,
      casesHref: (of, { id, name }) =>
        narrowing.hrefOf(of, { ...narrowing.kind.defaults, status: '', customerId: id, customerName: name }),
      me() {
        const known = session()
        return known ? { name: known.profile.fullName, email: known.profile.email, roles: known.profile.roles } : null
      },
      platformLabel: () => session()?.platforms.find(({ name }) => name === platform())?.label ?? platform(),
    }),
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
  drawers: {
    transaction: {
      title: ({ label }) => label,
      load: () => import('#src/features/customers/sections/transaction-drawer.tsx').then((m) => m.TransactionDrawer),
    },
    'money flow': {
      title: 'Flow of money, 12 months',
      load: () => import('#src/features/customers/sections/money-flow.tsx').then((m) => m.MoneyFlowDrawer),
    },
  },
  screens: [
    {
      path: 'customers/',
      name: 'customers',
      title: 'Clients',
      section: 5,
      tab: 0,
      view: 'customers',
      hasList: true,
      load: () => import('./customers.screen.tsx').then((m) => m.CustomersScreen),
    },
    {
      path: 'customers/customer/{customerId}',
      name: 'customer',
      title: 'Client',
      section: 5,
      view: 'customer',
      hasList: true,
      load: () => import('./customer.screen.tsx').then((m) => m.CustomerScreen),
    },
  ],
})
