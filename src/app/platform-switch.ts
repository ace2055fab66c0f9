import type { ScreenRoute } from './routes.tsx'

/**
 * Where choosing another platform leads from a screen: lists stay lists, one case or rule of the old platform becomes
 * the list of the new one, and what needs an id has no place there.
 */
export function switchPath(screen: ScreenRoute | undefined): string {
  if (!screen) return 'cases/'
  return screen.onSwitch ?? screen.path
}
