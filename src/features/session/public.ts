// What other features may know about the session.
export { takeAddPanel, type AddPanel } from './add-panel.ts'
export { currentPlatform, usePlatform } from './platform.ts'
export { isAdministrator, isDocumentAdmin, mayAssign, useSession, type Session } from './session.ts'
