import { defineFeature } from '#src/features/define-feature.ts'
import type { OpenForm } from './form-link.ts'
import { createHelpdesk, type Helpdesk, type TicketAbout } from './helpdesk.ts'
import type { OpenTicket } from './ticket.tsx'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    helpdesk: {
      message: 'attach' | 'discard' | 'refresh'
      nav: 'unmatched' | 'zoho-form'
      ticket:
        | 'askForm'
        | 'copyLink'
        | 'deleteTemplate'
        | 'discardTemplate'
        | 'editTemplate'
        | 'insistTemplate'
        | 'list'
        | 'new'
        | 'newTemplate'
        | 'reply'
        | 'saveTemplate'
        | 'template'
        | 'withdrawForm'
    }
  }
  interface ViewNames {
    ticketTemplates: true
    unmatched: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    helpdesk: Helpdesk
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    'add ticket': TicketAbout
    ticket: OpenTicket
    'customer form': OpenForm
  }
}

export const helpdeskFeature = defineFeature({
  name: 'helpdesk',
  create: createHelpdesk,
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
  drawers: {
    'add ticket': {
      title: (value) => `New ticket for ${value.customerName}`,
      load: () => import('./new-ticket.tsx').then((m) => m.NewTicketDrawer),
    },
    ticket: {
      title: ({ subject }) => subject,
      load: () => import('./ticket.tsx').then((m) => m.TicketDrawer),
    },
    'customer form': {
      title: ({ form }) => form.title,
      load: () => import('./form.tsx').then((m) => m.FormDrawer),
    },
  },
  screens: [
    {
      path: 'zoho-form',
      name: 'ZohoForm',
      title: 'Ticket templates',
      view: 'ticketTemplates',
      hasList: true,
      load: () => import('./templates.screen.tsx').then((m) => m.TicketTemplatesScreen),
    },
    {
      path: 'unmatched',
      name: 'unmatched',
      title: 'Unmatched messages',
      section: 5,
      view: 'unmatched',
      hasList: true,
      load: () => import('#src/features/helpdesk/inbox/unmatched.screen.tsx').then((m) => m.UnmatchedScreen),
    },
  ],
})
