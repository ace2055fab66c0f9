import { TABS, type ScreenRoute } from '#src/app/routes.tsx'

/** The lists without a tab, by their screens. */
const LISTS: Readonly<Record<string, string>> = {
  modelSettingItem: 'model-setting',
  newModelSetting: 'model-setting',
  forms: 'forms/sar',
  form: 'forms/sar',
}

/**
 * The target of a platform switch: lists stay lists; a case or rule becomes its list, since its id is unknown on the
 * new platform.
 */
export function switchPath(screen: ScreenRoute | undefined): string {
  const list = LISTS[screen?.name ?? '']
  if (list) return list
  if (screen && !screen.path.includes('{')) return screen.path
  return TABS.find(({ section }) => section === screen?.section)?.path ?? 'cases/'
}
