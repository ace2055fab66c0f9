// What the app may know about the outbox.
export { outboxCommands } from './commands.ts'
export { createOutbox, type Outbox } from './outbox.ts'
export { OutboxProvider } from './outbox.screen.tsx'
