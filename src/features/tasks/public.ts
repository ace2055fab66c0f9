// The tasks' interface for other features.
export { tasksQuery, WATCHED_MS } from './queries.ts'
export { TaskList } from './task-list.tsx'
