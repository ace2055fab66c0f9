import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Elements that may be pressed without being a command, by file, with their number and reason. */
const PRESSED: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'app/shell/error-pages.tsx': [2, 'the window has failed: there are no commands'],
  'app/shell/top-bar.tsx': [2, 'opens a menu of commands; the mark is a link'],
  'features/allowlists/alert-drawer.tsx': [2, 'dialog.submit, and Escape'],
  'features/allowlists/editor/form.tsx': [3, 'rows of a form, by Tab'],
  'features/allowlists/list.screen.tsx': [2, 'one filter each: commands add it and remove it'],
  'features/allowlists/resolve-drawer.tsx': [2, 'dialog.submit, and Escape'],
  'features/assistant/assistant-drawer.tsx': [1, 'links to records, by Tab and Enter'],
  'features/cases/queue/case-table.tsx': [1, 'links to cases, by Tab and Enter'],
  'features/cases/detail/note-drawer.tsx': [2, 'dialog.submitAndStay, and Escape'],
  'features/customers/sections/company.tsx': [2, 'nodes of a tree, which has its keys'],
  'features/diagnostics/gallery/overlays.tsx': [4, 'each opens the overlay that it shows, by Tab and Enter'],
  'features/documents/file-button.tsx': [1, 'document.saveFile'],
  'features/forms/answer-field.tsx': [2, 'rows of a form, by Tab'],
  'features/forms/files.tsx': [1, 'rows of a form, by Tab'],
  'features/helpdesk/message-form.tsx': [1, 'Escape'],
  'features/helpdesk/tipping-off-dialog.tsx': [1, 'it submits its own form'],
  'features/lists/look/columns-drawer.tsx': [3, 'rows of a list, by Tab and by Alt and an arrow'],
  'features/lists/filter-chip.tsx': [1, 'one filter: the command removes it by Backspace'],
  'features/lists/filter-panel.tsx': [2, 'a field of the panel, and Escape'],
  'features/outbox/rewording-drawer.tsx': [1, 'Escape'],
  'features/rules/editor/conditions/conditions-editor.tsx': [2, 'rule.addCondition, rule.addConditionGroup'],
  'features/rules/editor/conditions/node-tools.tsx': [1, 'the commands of conditions, such as rule.wrapCondition'],
  'features/rules/editor/criteria-editor.tsx': [3, 'rows of a form, by Tab'],
  'features/rules/editor/fault-list.tsx': [1, 'goes to the field of an error, which Tab reaches'],
  'features/rules/editor/save-dialog.tsx': [3, 'dialog.submit, Escape, and the command rule.backtest'],
  'features/rules/editor/filter-editor.tsx': [4, 'rows of a form, by Tab'],
  'features/rules/editor/groups-editor.tsx': [2, 'rows of a form, by Tab'],
  'features/rules/editor/procedures-editor.tsx': [2, 'rows of a form, by Tab'],
  'features/rules/rule.screen.tsx': [1, 'rule.section'],
  'features/sign-in/authorize.screen.tsx': [3, 'outside the workbench, by Enter'],
  'features/sign-in/home.screen.tsx': [1, 'outside the workbench, by Enter'],
  'features/sign-in/logout.screen.tsx': [9, 'outside the workbench, by Tab and Enter'],
  'features/keymap/import-keymap.tsx': [3, 'dialog.submit, Escape, and the field of the file'],
  'features/workload/auto-assign-drawer.tsx': [1, 'Escape'],
  'features/workload/spread-drawer.tsx': [2, 'dialog.submit, and Escape'],
  'features/business-hours/business-hours-drawer.tsx': [
    4,
    'dialog.submit, Escape, and the two answers to a conflict, by Tab',
  ],
  'features/quality/review-drawer.tsx': [3, 'dialog.submit, and Escape'],
  'features/templates/claims/claims-fields.tsx': [
    2,
    'adds a claim and takes one away inside the form, which template.save saves',
  ],
  'features/templates/note-field.tsx': [1, 'a row of the field’s own list'],
  'features/templates/variables.tsx': [1, 'writes into the field beside it, where it can be typed'],
  'features/triage/macros/macro-strip.tsx': [1, 'alert.macro'],
  'features/triage/summary.tsx': [1, 'app.undo'],
  'features/vault/lock-screen.tsx': [2, 'locked: there are no commands'],
  'features/vault/passphrase-dialog.tsx': [1, 'Escape'],
}

/** Elements of a file that are pressed and run no command. */
const pressedIn = (text: string) => [...text.matchAll(/onClick=\{\s*(?!\(\) => runner\.execute\(|onClick\})/g)].length

test('every pressable control is a command, except those with a stated reason', () => {
  const found = ['app', 'features'].flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
      .map((path) => [`${folder}/${path}`, pressedIn(readFileSync(`src/${folder}/${path}`, 'utf8'))] as const),
  )
  const counted = Object.fromEntries(found.filter(([, times]) => times > 0))
  expect(counted).toEqual(Object.fromEntries(Object.entries(PRESSED).map(([path, [times]]) => [path, times])))
})

test('a button with an action of its own is detected, in every notation', () => {
  expect(pressedIn('<Button onClick={() => void wipe()}>')).toBe(1)
  expect(pressedIn('<button\n  onClick={\n    () => save()}>')).toBe(1)
  expect(pressedIn("<button onClick={() => runner.execute('app.help', {})}>")).toBe(0)
})
