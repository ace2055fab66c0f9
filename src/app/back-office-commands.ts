/** The commands of the screens that watch over the work: dashboard, team, reports, contracts, sanctions hits, assistant. */
import type { Role } from '#contract/model/values.ts'
import type { Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { auditCommands } from '#src/features/audit/commands.ts'
import { accessCommands } from '#src/features/access/commands.ts'
import { jobCommands } from '#src/features/jobs/commands.ts'
import { noticeCommands } from '#src/features/notices/commands.ts'
import { policyCommands } from '#src/features/policies/commands.ts'
import { presenceCommands } from '#src/features/presence/commands.ts'
import { administrationCommands } from '#src/features/administration/commands.ts'
import { screeningListCommands } from '#src/features/screening/lists/commands.ts'
import { assistantCommands } from '#src/features/assistant/commands.ts'
import { contractCommands } from '#src/features/contracts/commands.ts'
import { dashboardCommands } from '#src/features/dashboard/commands.ts'
import { diagnosticsCommands } from '#src/features/diagnostics/commands.ts'
import { unmatchedCommands } from '#src/features/helpdesk/inbox/unmatched-commands.ts'
import type { FilterChoices } from '#src/features/lists/public.ts'
import { approvalCommands } from '#src/features/approvals/commands.ts'
import { workloadCommands } from '#src/features/workload/commands.ts'
import { businessHoursCommands } from '#src/features/business-hours/commands.ts'
import { handoverCommands } from '#src/features/handover/commands.ts'
import { qualityCommands } from '#src/features/quality/commands.ts'
import { overviewCommands } from '#src/features/overview/commands.ts'
import { trendCommands } from '#src/features/trend/commands.ts'
import { reportCommands } from '#src/features/reports/commands.ts'
import { screeningCommands } from '#src/features/screening/commands.ts'

/** `choices`: what the filters of this window choose from; `me`: the person who is signed in, `platforms`: theirs. */
export const backOfficeCommands = (
  data: Data,
  choices: FilterChoices,
  me: () => { fullName: string; roles: readonly Role[] } | undefined,
  platforms: () => readonly { name: string; label: string }[],
): readonly Command[] => {
  return [
    ...contractCommands(data, choices),
    ...reportCommands(data, choices),
    ...dashboardCommands(data),
    ...diagnosticsCommands(data),
    ...approvalCommands(data),
    ...workloadCommands(data),
    ...overviewCommands(data),
    ...trendCommands(data),
    ...qualityCommands(data),
    ...handoverCommands(data),
    ...businessHoursCommands(data),
    ...unmatchedCommands(data),
    ...assistantCommands(data, () => me()?.roles ?? []),
    ...screeningCommands(data, choices, me),
    ...administrationCommands,
    ...presenceCommands(data),
    ...accessCommands(data, platforms),
    ...jobCommands(data),
    ...noticeCommands(data),
    ...policyCommands(data),
    ...screeningListCommands(data),
    ...auditCommands(data, choices),
  ]
}
