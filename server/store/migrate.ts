/** Brings a database to the shape this version knows. Migrations are imported by name, so a build cannot lose one. */
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as identity from './migrations/0002-identity.ts'
import * as caseIndexes from './migrations/0003-case-indexes.ts'
import * as customerSearch from './migrations/0004-customer-search.ts'
import * as accountAlerts from './migrations/0010-account-alerts.ts'
import * as customers from './migrations/0011-customers.ts'
import * as customerLists from './migrations/0012-customer-lists.ts'
import * as rulesAllowlistsTasks from './migrations/0020-rules-allowlists-tasks.ts'
import * as allowlistHits from './migrations/0021-allowlist-hits.ts'
import * as documentForms from './migrations/0030-document-forms.ts'
import * as assistant from './migrations/0031-assistant.ts'
import * as mail from './migrations/0032-mail.ts'
import * as sanctions from './migrations/0040-sanctions.ts'
import * as helpdesk from './migrations/0041-helpdesk.ts'
import * as mailReplyTo from './migrations/0042-mail-reply-to.ts'
import * as paging from './migrations/0050-paging.ts'
import * as settings from './migrations/0060-settings.ts'
import * as feed from './migrations/0070-feed.ts'
import * as deviceId from './migrations/0080-device-id.ts'
import * as retoldCustomers from './migrations/0085-retold-customers.ts'
import * as allowlistHitsOfCustomer from './migrations/0092-allowlist-hits-of-customer.ts'
import * as ruleFacts from './migrations/0100-rule-facts.ts'
import * as ruleRuns from './migrations/0101-rule-runs.ts'
import * as ruleDrafts from './migrations/0102-rule-drafts.ts'
import * as accountPokes from './migrations/0103-account-pokes.ts'
import * as groupedAccountAlerts from './migrations/0120-grouped-account-alerts.ts'
import * as ticketTemplates from './migrations/0124-ticket-templates.ts'
import * as lessToLookAt from './migrations/0128-less-to-look-at.ts'
import * as proposedStrs from './migrations/0129-proposed-strs.ts'
import * as formLinks from './migrations/0130-form-links.ts'
import * as countedTasks from './migrations/0131-counted-tasks.ts'
import * as noEmptyReportCriteria from './migrations/0132-no-empty-report-criteria.ts'
import * as noStatisticsOfDocuments from './migrations/0133-no-statistics-of-documents.ts'
import * as seenInShadow from './migrations/0135-seen-in-shadow.ts'
import * as whatABacktestCompares from './migrations/0136-what-a-backtest-compares.ts'
import * as sessionFamilies from './migrations/0141-session-families.ts'
import * as freshSignIn from './migrations/0142-fresh-sign-in.ts'
import * as quotas from './migrations/0150-quotas.ts'
import * as sessionLocks from './migrations/0155-session-locks.ts'
import * as lockOfDevice from './migrations/0156-lock-of-device.ts'
import * as approvals from './migrations/0160-approvals.ts'
import * as reasonsOfRules from './migrations/0175-reasons-of-rules.ts'
import * as tasksCloseCases from './migrations/0176-tasks-close-cases.ts'
import * as movedTransactionStatus from './migrations/0180-moved-transaction-status.ts'
import * as formApprovedAt from './migrations/0181-form-approved-at.ts'
import * as screeningLists from './migrations/0185-screening-lists.ts'
import * as pendingApprovalsInTheFeed from './migrations/0195-pending-approvals-in-the-feed.ts'
import * as inboundMail from './migrations/0196-inbound-mail.ts'
import * as searchOfContacts from './migrations/0197-search-of-contacts.ts'
import * as decidedAlerts from './migrations/0200-decided-alerts.ts'
import * as staffAbsence from './migrations/0220-staff-absence.ts'
import * as riskInTheFeed from './migrations/0235-risk-in-the-feed.ts'
import * as leadRule from './migrations/0236-lead-rule.ts'
import * as hitOfAnAlert from './migrations/0240-hit-of-an-alert.ts'
import * as dueDates from './migrations/0245-due-dates.ts'
import * as dueDatesOfPeople from './migrations/0246-due-dates-of-people.ts'
import * as trendIndexes from './migrations/0250-trend-indexes.ts'
import * as secondLooks from './migrations/0251-second-looks.ts'
import * as handovers from './migrations/0252-handovers.ts'
import * as administration from './migrations/0255-administration.ts'
import * as stacks from './migrations/0265-stacks.ts'
import * as stacksOfCases from './migrations/0266-stacks-of-cases.ts'
import * as skills from './migrations/0270-skills.ts'
import * as keptDueDates from './migrations/0278-kept-due-dates.ts'
import * as screeningLists280 from './migrations/0280-screening-lists-in-the-window.ts'
import * as firstAlerts from './migrations/0292-first-alerts.ts'
import * as customerQuestions from './migrations/0295-customer-questions.ts'
import * as qualityReviews from './migrations/0297-quality-reviews.ts'
import * as businessHours from './migrations/0298-business-hours.ts'
import * as emailsAsTheyCame from './migrations/0325-emails-as-they-came.ts'
import * as listSummaries from './migrations/0335-list-summaries.ts'
import * as foldedSearch from './migrations/0343-folded-search.ts'
import * as fileContents from './migrations/0350-file-contents.ts'
import * as sessionSuccessors from './migrations/0351-session-successors.ts'
import * as roster from './migrations/0360-roster.ts'
import * as caseReviews from './migrations/0370-case-reviews.ts'

const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-identity': identity,
  '0003-case-indexes': caseIndexes,
  '0004-customer-search': customerSearch,
  '0010-account-alerts': accountAlerts,
  '0011-customers': customers,
  '0012-customer-lists': customerLists,
  '0020-rules-allowlists-tasks': rulesAllowlistsTasks,
  '0021-allowlist-hits': allowlistHits,
  '0030-document-forms': documentForms,
  '0031-assistant': assistant,
  '0032-mail': mail,
  '0040-sanctions': sanctions,
  '0041-helpdesk': helpdesk,
  '0042-mail-reply-to': mailReplyTo,
  '0050-paging': paging,
  '0060-settings': settings,
  '0070-feed': feed,
  '0080-device-id': deviceId,
  '0085-retold-customers': retoldCustomers,
  '0092-allowlist-hits-of-customer': allowlistHitsOfCustomer,
  '0100-rule-facts': ruleFacts,
  '0101-rule-runs': ruleRuns,
  '0102-rule-drafts': ruleDrafts,
  '0103-account-pokes': accountPokes,
  '0120-grouped-account-alerts': groupedAccountAlerts,
  '0124-ticket-templates': ticketTemplates,
  '0128-less-to-look-at': lessToLookAt,
  '0129-proposed-strs': proposedStrs,
  '0130-form-links': formLinks,
  '0131-counted-tasks': countedTasks,
  '0132-no-empty-report-criteria': noEmptyReportCriteria,
  '0133-no-statistics-of-documents': noStatisticsOfDocuments,
  '0135-seen-in-shadow': seenInShadow,
  '0136-what-a-backtest-compares': whatABacktestCompares,
  '0141-session-families': sessionFamilies,
  '0142-fresh-sign-in': freshSignIn,
  '0150-quotas': quotas,
  '0155-session-locks': sessionLocks,
  '0156-lock-of-device': lockOfDevice,
  '0160-approvals': approvals,
  '0175-reasons-of-rules': reasonsOfRules,
  '0176-tasks-close-cases': tasksCloseCases,
  '0180-moved-transaction-status': movedTransactionStatus,
  '0181-form-approved-at': formApprovedAt,
  '0185-screening-lists': screeningLists,
  '0195-pending-approvals-in-the-feed': pendingApprovalsInTheFeed,
  '0196-inbound-mail': inboundMail,
  '0197-search-of-contacts': searchOfContacts,
  '0200-decided-alerts': decidedAlerts,
  '0220-staff-absence': staffAbsence,
  '0235-risk-in-the-feed': riskInTheFeed,
  '0236-lead-rule': leadRule,
  '0240-hit-of-an-alert': hitOfAnAlert,
  '0245-due-dates': dueDates,
  '0246-due-dates-of-people': dueDatesOfPeople,
  '0250-trend-indexes': trendIndexes,
  '0251-second-looks': secondLooks,
  '0252-handovers': handovers,
  '0255-administration': administration,
  '0265-stacks': stacks,
  '0266-stacks-of-cases': stacksOfCases,
  '0270-skills': skills,
  '0278-kept-due-dates': keptDueDates,
  '0280-screening-lists-in-the-window': screeningLists280,
  '0292-first-alerts': firstAlerts,
  '0295-customer-questions': customerQuestions,
  '0297-quality-reviews': qualityReviews,
  '0298-business-hours': businessHours,
  '0325-emails-as-they-came': emailsAsTheyCame,
  '0335-list-summaries': listSummaries,
  '0343-folded-search': foldedSearch,
  '0350-file-contents': fileContents,
  '0351-session-successors': sessionSuccessors,
  '0360-roster': roster,
  '0370-case-reviews': caseReviews,
}

/**
 * Kysely takes a lock in the database, so instances that start together migrate once. Refuses a newer database. `only`
 * makes the shape of an earlier version, for a backup of that version.
 */
export async function migrate(db: Kysely<Database>, only: readonly string[] = Object.keys(migrations)): Promise<void> {
  await refuseNewer(db)
  const some = Object.fromEntries(Object.entries(migrations).filter(([name]) => only.includes(name)))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => some },
    // numbers go by area, and no area's migration touches another's tables: a later one may sort before
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be migrated; it is unchanged.', { cause: error })
}

/** Refuses a database that a newer version wrote; touches nothing. */
export async function refuseNewer(db: Kysely<Database>): Promise<void> {
  const { rows: found } = await sql<{ t: string | null }>`select to_regclass('kysely_migration')::text as t`.execute(db)
  if (!found[0]?.t) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = unknownMigrations(rows.map(({ name }) => name))
  if (unknown.length > 0) {
    throw new Error(
      `The database was written by a newer Docket (it knows ${unknown.join(', ')}). Nothing was changed. Start that version instead.`,
    )
  }
}

/** The migrations among these that this version does not have. */
export const unknownMigrations = (names: readonly string[]): string[] => names.filter((name) => !(name in migrations))
