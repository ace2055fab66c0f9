// What other features may know about the session.
export { takeAddPanel } from './add-panel.ts'
export { Page } from './page.tsx'
export { currentPlatform } from './platform.ts'
export { ensureSession, useSession } from './session.ts'
export { signInUrl } from './sign-out.ts'
