// What others may know about background tasks.
export { tasksQuery } from './queries.ts'
export { TaskList } from './task-list.tsx'
