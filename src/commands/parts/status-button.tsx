import type { ReactNode } from 'react'
import type { CommandId } from '#src/commands/command.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'

interface StatusButtonProps {
  command: CommandId
  /** Asks for something, and does not only tell it. */
  isAsking?: boolean
  children: ReactNode
}

/** Words of the status line that are a command. */
export function StatusButton({ command, isAsking = false, children }: StatusButtonProps) {
  const { registry, runner } = useCommandLayer()
  return (
    <button
      type="button"
      className={isAsking ? 'status-button underline' : 'status-button'}
      aria-keyshortcuts={registry.ariaKeysOf(command)}
      onClick={() => runner.execute(command, { source: 'pointer' })}
    >
      {children}
    </button>
  )
}
