// What others may know about background tasks.
export { tasksQuery, WATCHED_MS } from './queries.ts'
export { TaskList } from './task-list.tsx'
