// The screens of Administration in one file, since they are used together.
import type { ComponentType } from 'react'
import { AccessScreen } from '#src/features/access/access.screen.tsx'
import type { Section } from '#src/features/administration/links.ts'
import { AuditScreen, ReadsScreen } from '#src/features/audit/audit.screen.tsx'
import { JobsScreen } from '#src/features/jobs/jobs.screen.tsx'
import { NoticesScreen } from '#src/features/notices/notices.screen.tsx'
import { PoliciesScreen } from '#src/features/policies/policies.screen.tsx'
import { PresenceScreen } from '#src/features/presence/presence.screen.tsx'
import { ScreeningListsScreen } from '#src/features/screening/lists/screening-lists.screen.tsx'

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
