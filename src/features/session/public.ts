// What other features may know about the session.
export { takeAddPanel } from './add-panel.ts'
