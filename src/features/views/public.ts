export { useFirstView } from './use-first-view.ts'
