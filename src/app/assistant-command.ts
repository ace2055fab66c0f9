import { defineCommand } from '#src/commands/command.ts'
import { flag } from '#src/commands/when.ts'
import { openDrawer } from '#src/ui/drawer-store.ts'

export const assistantCommand = defineCommand({
  id: 'assistant.open',
  title: 'Ask the assistant',
  shortTitle: 'Assistant',
  group: 'App',
  keywords: ['chat', 'question', 'help'],
  when: flag('admin'),
  keys: ['g a'],
  run: () => openDrawer('assistant', null, '420px'),
})
