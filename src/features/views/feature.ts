import { defineFeature } from '#src/features/define-feature.ts'
import { endSnooze } from './end-snooze.ts'
import { listsOf, type ViewedLists } from './viewed-lists.ts'
import { createViews, type Views } from './views.ts'
import { rankItems } from '#src/commands/palette/rank.ts'
import type { Hit } from '#src/commands/ports.ts'
import { viewDetail } from './view-detail.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    views: {
      case: 'snooze'
      view: 'backToday' | 'delete' | 'onKey' | 'open' | 'openWith' | 'putOn' | 'rename' | 'save' | 'share'
    }
  }
  interface RecordKinds {
    view: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    views: Views
  }
}

export const viewsFeature = defineFeature({
  name: 'views',
  kinds: { view: { heading: 'Saved views', prefix: '~' } },
  create: ({ data }) => {
    const views = createViews(data.user)
    endSnooze(views, data.pending)
    return views
  },
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
  search: ({ data, platform }, states, query, kinds) =>
    kinds.includes('view') ? findViews(states.views, listsOf(states, data.user), platform(), query) : [],
})

/** Views by name, best first; all of them where nothing was typed. */
function findViews(views: Views, lists: ViewedLists, platform: string, query: string): Hit[] {
  return rankItems(views.list(platform), query, () => 0).map((view) => ({
    kind: 'view',
    id: view.id,
    title: view.title,
    detail: viewDetail(view, lists),
    href: lists[view.list].hrefOf(platform, view.filter),
  }))
}
