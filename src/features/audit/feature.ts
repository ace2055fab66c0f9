import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import type { FilteredListNames } from '#src/features/lists/public.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    audit: {
      audit: FilteredListNames | 'cancelExport' | 'check' | 'export' | 'open'
      nav: 'audit' | 'reads'
      read: FilteredListNames | 'cancelExport' | 'export' | 'open'
    }
  }
  interface ViewNames {
    audit: true
    reads: true
  }
}

export const auditFeature = defineFeature({
  commands: ({ data }, { cases }) => import('./commands.ts').then((m) => m.commands(data, cases.narrowing)),
  views: { audit: 'the audit', reads: 'reads of SARs' },
  screens: [
    {
      path: 'administration/audit',
      name: 'audit',
      title: 'Audit',
      view: 'audit',
      only: ADMINISTRATORS,
      load: () => import('./audit.screen.tsx').then((m) => m.AuditScreen),
    },
    {
      path: 'administration/reads',
      name: 'reads',
      title: 'SAR access log',
      view: 'reads',
      only: ADMINISTRATORS,
      load: () => import('./audit.screen.tsx').then((m) => m.ReadsScreen),
    },
  ],
})
