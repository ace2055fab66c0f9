/** A button that is a command: its title, its key, and the same way of running as by key. */
import type { ReactNode } from 'react'
import type { Chosen, CommandId } from '#src/commands/command.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useCommandUse } from '#src/commands/use-command.ts'
import { Button, type ButtonProps } from '#src/ui/button.tsx'

export interface CommandButtonProps {
  command: CommandId
  /** Argument values that are fixed here; the palette asks for the rest. */
  args?: Chosen
  variant?: ButtonProps['variant']
  /** Replaces the command's short title. */
  children?: ReactNode
}

/** Nothing while its command has not been loaded. */
export function CommandButton(props: CommandButtonProps) {
  const { registry } = useCommandLayer()
  return registry.find(props.command) && <LoadedButton {...props} />
}

function LoadedButton({ command, args, variant = 'plain', children }: CommandButtonProps) {
  const { label, title, ...use } = useCommandUse(command, 'pointer', args)
  return (
    <Button {...use} variant={variant} title={title}>
      {children ?? label}
    </Button>
  )
}
