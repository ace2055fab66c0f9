import { TABS, type ScreenRoute } from '#src/app/routes.tsx'

/** The lists of what has no tab of its own, by the screen of one of them. */
const LISTS: Readonly<Record<string, string>> = {
  modelSettingItem: 'model-setting',
  newModelSetting: 'model-setting',
  forms: 'forms/sar',
  form: 'forms/sar',
}

/**
 * Where choosing another platform leads from a screen: lists stay lists; one case or rule of the old platform becomes
 * the list of the new one, since its id means nothing there.
 */
export function switchPath(screen: ScreenRoute | undefined): string {
  const list = LISTS[screen?.name ?? '']
  if (list) return list
  if (screen && !screen.path.includes('{')) return screen.path
  return TABS.find(({ section }) => section === screen?.section)?.path ?? 'cases/'
}
