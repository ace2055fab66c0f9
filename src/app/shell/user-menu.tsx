import { CLIENT_VERSION } from '#contract/model/values.ts'
import { language, LANGUAGES } from '#src/app/languages.ts'
import { CommandMenuItem } from '#src/commands/parts/command-menu-item.tsx'
import { isAdministrator, useSession } from '#src/features/sign-in/session.ts'
import { formatBuildDate } from '#src/format/date.ts'
import { Menu, MenuSeparator } from '#src/ui/overlay/menu.tsx'
import type { MenuProps } from './menu-props.ts'

export function UserMenu({ anchor, onClose }: MenuProps) {
  const { profile } = useSession()
  const isAdmin = isAdministrator(profile)
  return (
    <Menu anchor={anchor} label="Account" onClose={onClose}>
      <div className="px-2 py-1.5">
        <div className="text-list font-medium">{profile.fullName}</div>
        <div className="text-label text-muted">{profile.email}</div>
      </div>
      <MenuSeparator />
      <CommandMenuItem command="app.clear-cache" detail={`${formatBuildDate(__BUILD_DATE__)}, ${CLIENT_VERSION}`} />
      <CommandMenuItem command="nav.model-settings" />
      <CommandMenuItem command="nav.zoho-form" />
      {isAdmin && <CommandMenuItem command="nav.test" />}
      {isAdmin && <CommandMenuItem command="nav.dashboard" />}
      {isAdmin && <CommandMenuItem command="nav.policies" />}
      <MenuSeparator />
      <CommandMenuItem command="view.theme" />
      <CommandMenuItem command="view.density" />
      <CommandMenuItem command="app.language" detail={LANGUAGES[language.get()].language} />
      <CommandMenuItem command="nav.keyboard" />
      <CommandMenuItem command="nav.templates" />
      <CommandMenuItem command="nav.security" />
      <CommandMenuItem command="app.help" />
      <MenuSeparator />
      <CommandMenuItem command="app.print" />
      <CommandMenuItem command="app.copyLink" />
      <MenuSeparator />
      <CommandMenuItem command="app.lock" />
      <CommandMenuItem command="app.logout" />
    </Menu>
  )
}
