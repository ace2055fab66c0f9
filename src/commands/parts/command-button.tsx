/** A button that is a command: its title, its key, and the same way of running as by key. */
import type { ReactNode } from 'react'
import type { Chosen, CommandId } from '#src/commands/command.ts'
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

export function CommandButton({ command, args, variant = 'plain', children }: CommandButtonProps) {
  const { label, title, ...use } = useCommandUse(command, 'pointer', args)
  return (
    <Button {...use} variant={variant} title={title}>
      {children ?? label}
    </Button>
  )
}
