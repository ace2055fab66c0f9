// Every command of the window in one list; the palette, the keys, the menus and the cheatsheet are made from it.
import type { Command } from '#src/commands/command.ts'
import { coreCommands } from '#src/commands/core-commands.ts'
import { listCommands } from '#src/commands/list-commands.ts'
import type { Engine } from '#src/data/engine-client.ts'
import type { Cases } from '#src/features/cases/public.ts'
import { outboxCommands, type Outbox } from '#src/features/outbox/public.ts'
import { triageCommands, type Triage } from '#src/features/triage/public.ts'
import { createShellCommands, type ShellPort } from './shell-commands.ts'

export interface Features {
  cases: Cases
  triage: Triage
  outbox: Outbox
  engine: Engine
}

/** What the features and the frame contribute; `createCommandLayer` refuses keys that are in each other's way. */
export function allCommands(
  port: ShellPort,
  { cases, triage, outbox, engine }: Features,
): readonly (readonly Command[])[] {
  return [
    coreCommands,
    listCommands,
    createShellCommands(port),
    cases.commands,
    triageCommands(cases.deps, triage),
    outboxCommands(outbox, engine),
  ]
}
