/** A menu item that is a command. */
import type { ReactNode } from 'react'
import type { Chosen, CommandId } from '#src/commands/command.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useCommandUse } from '#src/commands/use-command.ts'
import { MenuItem } from '#src/ui/overlay/menu.tsx'

export interface CommandMenuItemProps {
  command: CommandId
  args?: Chosen
  /** Small print after the label. */
  detail?: string
  children?: ReactNode
}

/** Empty while its command is not loaded. */
export function CommandMenuItem(props: CommandMenuItemProps) {
  const { registry } = useCommandLayer()
  return registry.find(props.command) && <Known {...props} />
}

function Known({ command, args, detail, children }: CommandMenuItemProps) {
  const use = useCommandUse(command, 'menu', args)
  return (
    <MenuItem onSelect={() => use.onClick()} keys={use.keys} disabled={use['aria-disabled']} detail={detail}>
      {children ?? use.label}
    </MenuItem>
  )
}
