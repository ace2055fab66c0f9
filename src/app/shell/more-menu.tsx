import { CommandMenuItem } from '#src/commands/parts/command-menu-item.tsx'
import { Menu, MenuSeparator } from '#src/ui/overlay/menu.tsx'
import type { MenuProps } from './menu-props.ts'

/** The lists that have no tab. */
export function MoreMenu({ anchor, onClose }: MenuProps) {
  return (
    <Menu anchor={anchor} label="More" onClose={onClose}>
      <CommandMenuItem command="nav.account-alerts" />
      <CommandMenuItem command="nav.screening" />
      <CommandMenuItem command="nav.forms" />
      <CommandMenuItem command="nav.unmatched" />
      <MenuSeparator />
      <CommandMenuItem command="nav.outbox" />
      <CommandMenuItem command="nav.conflicts" />
    </Menu>
  )
}
