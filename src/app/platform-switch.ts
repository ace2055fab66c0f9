import { TABS, type ScreenRoute } from './routes.tsx'

/**
 * Where choosing another platform leads from a screen: lists stay lists; one case or rule of the old platform becomes
 * the list of the new one, since its id means nothing there.
 */
export function switchPath(screen: ScreenRoute | undefined): string {
  if (screen && !screen.path.includes('{')) return screen.path
  return TABS.find(({ section }) => section === screen?.section)?.path ?? 'cases/'
}
