import { CLIENT_VERSION } from '#contract/model/values.ts'
import type { CommandId } from '#src/commands/command.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { isAdministrator, useSession } from '#src/features/session/session.ts'
import { Menu, MenuItem, MenuSeparator } from '#src/ui/menu.tsx'
import { language, LANGUAGES } from './languages.ts'
import type { MenuPartProps } from './top-bar.tsx'

/** `hour:minute - day/month`, in the time of this device. */
export function formatBuildDate(iso: string): string {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())} - ${two(at.getDate())}/${two(at.getMonth() + 1)}`
}

export function UserMenu({ anchor, onClose }: MenuPartProps) {
  const { profile } = useSession()
  const isAdmin = isAdministrator(profile)
  return (
    <Menu anchor={anchor} label="Account" onClose={onClose}>
      <div className="px-2 py-1.5">
        <div className="text-list font-medium">{profile.fullName}</div>
        <div className="text-label text-muted">{profile.email}</div>
      </div>
      <MenuSeparator />
      <Item id="app.clear-cache" detail={`${formatBuildDate(__BUILD_DATE__)}, ${CLIENT_VERSION}`} />
      <Item id="nav.model-settings" />
      <Item id="nav.zoho-form" />
      {isAdmin && <Item id="nav.test" />}
      {isAdmin && <Item id="nav.dashboard" />}
      <MenuSeparator />
      <Item id="view.theme" />
      <Item id="view.density" />
      <Item id="app.language" detail={LANGUAGES[language.get()].language} />
      <Item id="app.help" />
      <MenuSeparator />
      <Item id="app.logout" />
    </Menu>
  )
}

/** A menu item is its command: same title, same key, same effect. */
function Item({ id, detail }: { id: CommandId; detail?: string }) {
  const { registry, runner } = useCommandLayer()
  return (
    <MenuItem
      detail={detail}
      keys={registry.keyOf(id) ?? undefined}
      onSelect={() => runner.execute(id, { source: 'menu' })}
    >
      {registry.get(id).shortTitle}
    </MenuItem>
  )
}
