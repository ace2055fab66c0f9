import { TABS } from '#src/app/screens.tsx'
import type { Screen } from '#src/features/define-feature.ts'

/**
 * The target of a platform switch: lists stay lists; a case or rule becomes its list, since its id is unknown on the
 * new platform.
 */
export function switchPath(screen: Screen | undefined): string {
  if (screen?.list) return screen.list
  if (screen && !screen.path.includes('{')) return screen.path
  return TABS.find(({ section }) => section === screen?.section)?.path ?? 'cases/'
}
