// The session's interface for other features.
export { takeAddPanel } from './add-panel.ts'
export { Page } from './card-page.tsx'
export { currentPlatform, usePlatform } from './platform.ts'
export { ensureSession, isDocumentAdmin, useSession, type Session } from './session.ts'
export { signInUrl } from './sign-out.ts'
