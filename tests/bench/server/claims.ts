// The basis of notes made by the built-in templates, over alerts of the demo world: npm run bench -- claims [--json].
import { sql } from 'kysely'
import { evaluateClaim } from '#contract/model/facts/claims.ts'
import { factsOf } from '#contract/model/facts/seen-facts.ts'
import { kindClosedBy } from '#contract/model/templates/template.ts'
import { readConfig } from '#server/core/config.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { accountAlertFacts, caseFacts } from '#server/facts/fact-sheet.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import { fill } from '#src/features/templates/claims/fill-template.ts'
import { connectClaims, type NoteAbout } from '#src/features/templates/claims/connect-claims.ts'
import { claimsOf, prove } from '#src/features/templates/claims/check-claims.ts'
import { DEFAULT_TEMPLATES, type Template } from '#src/features/templates/defaults.ts'
import { fillNote, withOwnText } from '#src/features/templates/notes.ts'
import { VARIABLES } from '#src/features/templates/render.ts'
import type { Report } from '#tests/bench/report.ts'
import { removeLeftovers } from '#tests/support/folder.ts'
import { row } from './row.ts'
import { withDatabase } from './with-database.ts'

const ASKED = 200

const variables = Object.fromEntries(
  Object.keys(VARIABLES)
    .filter((name) => name !== 'claims' && name !== 'evidence')
    .map((name) => [name, name.toUpperCase()]),
)

/** Sentences of a note that neither the row, nor the decision, nor a supported fact stands behind. */
function baseless(template: Template, about: NoteAbout): string[] {
  const { made, text } = fillNote({ templateId: template.id }, about)
  const plain = fillNote({ templateId: template.id }, { variables })
  const facts = about.sheet ? factsOf(about.sheet, about.alertId ?? null) : []
  const supported = claimsOf(template).filter((claim) => evaluateClaim(claim, facts) === 'supported')
  const without = (note: string) => note.replace(/Not checked: [^\n]*?\.(?= |$)/, '').replace(/ +/g, ' ')
  const bare = without(withOwnText(plain.made, ''))
  let left = without(withOwnText(made, ''))
  for (const { sentence } of supported) {
    const at = left.indexOf(`${sentence} (`)
    if (at < 0) return [`missing: ${sentence}`]
    const end = left.indexOf(').', at)
    left = left.slice(0, at) + left.slice(end + 2)
  }
  left = left.replace(/ +/g, ' ')
  return [...(left.trim() === bare.trim() ? [] : [left]), ...(/\{\{/.test(text) ? [text] : [])]
}

export async function measure(): Promise<Report> {
  connectClaims({ prove, fill })
  await removeLeftovers()
  return withDatabase(async (db) => {
    const now = new Date()
    const reading = { now, config: readConfig({}) }
    await seedDemo(db, { size: 'small', ...reading })
    const { rows: alerts } = await sql<{ id: string; platform: string; case_id: string | null }>`
      select id, platform, case_id from alert where status in ('new', 'await', 'in_progress')
      order by md5(id::text) limit ${ASKED}`.execute(db)
    const counts = new Map(
      DEFAULT_TEMPLATES.map(({ id }) => [id, { asked: 0, refused: 0, words: 0, alone: 0, baseless: 0 }]),
    )
    const examples: string[] = []
    for (const { id, platform, case_id: caseId } of alerts) {
      const found = caseId === null ? undefined : await findCaseRow(db, platform, caseId)
      const sheet = found ? await caseFacts(db, found, reading) : await accountAlertFacts(db, platform, id, reading)
      if (!sheet) continue
      const about = { variables, sheet, alertId: id }
      for (const template of DEFAULT_TEMPLATES) {
        const isOnAccount = kindClosedBy(template.use) === 'account'
        if (isOnAccount !== (caseId === null)) continue
        const count = counts.get(template.id)
        if (!count) continue
        count.asked += 1
        const { against, slots } = fillNote({ templateId: template.id }, about)
        if (against !== null) {
          count.refused += 1
          continue
        }
        if (slots.length > 0) count.words += 1
        else count.alone += 1
        const without = baseless(template, about)
        if (without.length > 0) {
          count.baseless += 1
          examples.push(`${template.id}: ${without[0]}`)
        }
      }
    }
    const total = [...counts.values()].reduce((sum, one) => sum + one.baseless, 0)
    return {
      title: `What notes rest on, ${alerts.length} alerts of the demo world`,
      rows: [
        row('notes with a sentence that nothing stands behind', String(total), { goal: '0', kept: total === 0 }),
        ...[...counts]
          .filter(([, { asked }]) => asked > 0)
          .map(([id, { asked, refused, words, alone }]) =>
            row(id, `of ${asked}: ${alone} by one key, ${words} ask for words, ${refused} refused`),
          ),
      ],
      notes: examples.slice(0, 5),
    }
  })
}
