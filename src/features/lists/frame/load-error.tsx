import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useIsOnline } from '#src/data/data.ts'
import { Empty } from '#src/ui/empty.tsx'

interface LoadErrorProps {
  /** What was to be read, several of it: "rules". */
  noun: string
  error: Error | null
  /** What is said without a network. */
  offline?: string
  /** The command that asks again. */
  again?: CommandId
}

const UNSAVED = 'They are not saved on this device yet.'

/** In place of what could not be read: why, and a way to ask again where there is one. */
export function LoadError({ noun, error, offline = UNSAVED, again }: LoadErrorProps) {
  const isOnline = useIsOnline()
  return (
    <Empty title={isOnline ? `The ${noun} could not be read` : `The ${noun} need the network`}>
      <p>{isOnline ? error?.message : offline}</p>
      {again && <CommandButton command={again}>Try again</CommandButton>}
    </Empty>
  )
}
