/** Palette results after `~`: the platform's saved views. */
import { rankItems } from '#src/commands/palette/rank.ts'
import type { Hit } from '#src/commands/ports.ts'
import { viewDetail } from './view-detail.ts'
import type { ViewedLists } from './viewed-lists.ts'
import type { Views } from './views.ts'

/** Views by name, best first; all of them where nothing was typed. */
export function findViews(views: Views, lists: ViewedLists, platform: string, query: string): Hit[] {
  return rankItems(views.list(platform), query, () => 0).map((view) => ({
    kind: 'view',
    id: view.id,
    title: view.title,
    detail: viewDetail(view, lists),
    href: lists[view.list].hrefOf(platform, view.filter),
  }))
}
