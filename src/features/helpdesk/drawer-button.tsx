import type { CommandId } from '#src/commands/command.ts'
import { useCommandUse } from '#src/commands/use-command.ts'
import { Button, type ButtonProps } from '#src/ui/button.tsx'

/** A button for a command of the drawer it stands in: it is there only where the command works. */
export function DrawerButton({ command, variant }: { command: CommandId; variant: ButtonProps['variant'] }) {
  const { label, keys, onClick, 'aria-keyshortcuts': shortcuts } = useCommandUse(command, 'pointer')
  return (
    <Button keys={keys} variant={variant} aria-keyshortcuts={shortcuts} onClick={onClick}>
      {label}
    </Button>
  )
}
