/** The commands of the screens that watch over the work: dashboard, team, reports, contracts, sanctions hits, assistant. */
import { mayAssignOthers } from '#contract/model/roles.ts'
import type { Role } from '#contract/model/values.ts'
import type { Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { auditCommands } from '#src/features/administration/audit/commands.ts'
import { administrationCommands } from '#src/features/administration/commands.ts'
import { screeningListCommands } from '#src/features/administration/screening/commands.ts'
import { assistantCommands } from '#src/features/assistant/commands.ts'
import { contractCommands } from '#src/features/contracts/commands.ts'
import { dashboardCommands } from '#src/features/dashboard/commands.ts'
import { diagnosticsCommands } from '#src/features/diagnostics/commands.ts'
import { unmatchedCommands } from '#src/features/helpdesk/inbox/unmatched-commands.ts'
import type { FilterChoices } from '#src/features/lists/public.ts'
import { approvalCommands } from '#src/features/team/approvals/commands.ts'
import { teamCommands } from '#src/features/team/now/commands.ts'
import { businessHoursCommands } from '#src/features/team/business-hours/commands.ts'
import { handoverCommands } from '#src/features/team/handover/commands.ts'
import { qualityCommands } from '#src/features/team/quality/commands.ts'
import { overviewCommands } from '#src/features/team/overview/commands.ts'
import { trendCommands } from '#src/features/team/trend/commands.ts'
import { reportCommands } from '#src/features/reports/commands.ts'
import { screeningCommands } from '#src/features/screening/commands.ts'

/** `choices`: what the filters of this window choose from; `me`: the person who is signed in, `platforms`: theirs. */
export const backOfficeCommands = (
  data: Data,
  choices: FilterChoices,
  me: () => { fullName: string; roles: readonly Role[] } | undefined,
  platforms: () => readonly { name: string; label: string }[],
): readonly Command[] => {
  const mayManage = () => mayAssignOthers(me()?.roles ?? [])
  const mayAdminister = () => me()?.roles.some((role) => role === 'admin' || role === 'super_admin') ?? false
  return [
    ...contractCommands(data, choices),
    ...reportCommands(data, choices),
    ...dashboardCommands(data),
    ...diagnosticsCommands(data),
    ...approvalCommands(data),
    ...teamCommands(data, { mayManage }),
    ...overviewCommands(data, { mayManage }),
    ...trendCommands(data, { mayManage }),
    ...qualityCommands(data, { mayManage }),
    ...handoverCommands(data, { mayManage }),
    ...businessHoursCommands(data, { mayManage, mayAdminister }),
    ...unmatchedCommands(data, { mayManage }),
    ...assistantCommands(data, () => me()?.roles ?? []),
    ...screeningCommands(data, choices, me),
    ...administrationCommands(data, platforms),
    ...screeningListCommands(data),
    ...auditCommands(data, choices),
  ]
}
