import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useIsOnline } from '#src/data/data.ts'
import { Empty } from '#src/ui/empty.tsx'

interface LoadErrorProps {
  /** The plural noun: "rules". */
  noun: string
  error: Error | null
  /** The message shown while the network is away. */
  offline?: string
  /** The command that asks again. */
  again?: CommandId
}

const UNSAVED = 'They are not saved on this device yet.'

/** Shown if data could not be read: the reason, and a retry if possible. */
export function LoadError({ noun, error, offline = UNSAVED, again }: LoadErrorProps) {
  const isOnline = useIsOnline()
  return (
    <Empty title={isOnline ? `The ${noun} could not be read` : `The ${noun} need the network`}>
      <p>{isOnline ? error?.message : offline}</p>
      {again && <CommandButton command={again}>Try again</CommandButton>}
    </Empty>
  )
}
