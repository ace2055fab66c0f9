/** A menu item that is a command. */
import type { ReactNode } from 'react'
import { MenuItem } from '#src/ui/menu.tsx'
import type { Chosen, CommandId } from './command.ts'
import { useCommandUse } from './use-command.ts'

export interface CommandMenuItemProps {
  command: CommandId
  args?: Chosen
  /** Small print after the label. */
  detail?: string
  children?: ReactNode
}

export function CommandMenuItem({ command, args, detail, children }: CommandMenuItemProps) {
  const use = useCommandUse(command, 'menu', args)
  return (
    <MenuItem onSelect={() => use.onClick()} keys={use.keys} disabled={use['aria-disabled']} detail={detail}>
      {children ?? use.label}
    </MenuItem>
  )
}
