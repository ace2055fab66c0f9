// The screens of Administration in one chunk, since they are used together.
import type { ComponentType } from 'react'
import { AccessScreen } from './access.screen.tsx'
import { AuditScreen, ReadsScreen } from './audit/audit.screen.tsx'
import { JobsScreen } from './jobs.screen.tsx'
import type { Section } from './links.ts'
import { NoticesScreen } from './notices.screen.tsx'
import { PoliciesScreen } from './policies.screen.tsx'
import { PresenceScreen } from './presence.screen.tsx'
import { ScreeningListsScreen } from './screening/screening-lists.screen.tsx'

export const SCREENS: Readonly<Record<Section, ComponentType>> = {
  presence: PresenceScreen,
  access: AccessScreen,
  audit: AuditScreen,
  reads: ReadsScreen,
  jobs: JobsScreen,
  notices: NoticesScreen,
  policies: PoliciesScreen,
  'screening-lists': ScreeningListsScreen,
}
