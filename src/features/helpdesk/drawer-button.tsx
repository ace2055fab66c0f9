import type { CommandId } from '#src/commands/command.ts'
import { useCommandUse } from '#src/commands/use-command.ts'
import { Button, type ButtonProps } from '#src/ui/button.tsx'

interface DrawerButtonProps {
  command: CommandId
  variant: ButtonProps['variant']
  /** Replaces the command's short title. */
  children?: string
}

/** A button for a command of its drawer, visible only where the command works. */
export function DrawerButton({ command, variant, children }: DrawerButtonProps) {
  const { label, keys, onClick, 'aria-keyshortcuts': shortcuts } = useCommandUse(command, 'pointer')
  return (
    <Button keys={keys} variant={variant} aria-keyshortcuts={shortcuts} onClick={onClick}>
      {children ?? label}
    </Button>
  )
}
