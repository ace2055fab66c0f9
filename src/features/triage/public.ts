// What the app may know about triage.
export { triageCommands } from './commands.ts'
export { createTriage, type Triage } from './triage.ts'
export { TriageProvider } from './work.screen.tsx'
