// What others may know about background tasks.
export { TaskList } from './task-list.tsx'
