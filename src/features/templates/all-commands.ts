/** The commands of templates in a window; with them come the checks of the words that a decision is made with. */
import type { Command } from '#src/commands/command.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { prove } from '#src/features/templates/claims/check-claims.ts'
import { fill } from '#src/features/templates/claims/fill-template.ts'
import { connectClaims } from '#src/features/templates/claims/connect-claims.ts'
import { templateCommands } from './commands.ts'
import { noteFacts } from './note-facts.ts'
import { renewTemplates } from './template-store.ts'
import type { Templates } from './templates-context.ts'

export function commands(
  { data, platform }: FeatureWindow,
  states: Pick<FeatureStates, 'accountAlerts' | 'cases' | 'templates'>,
): readonly Command[] {
  const { templates } = states
  // a template is filled once its shared text was asked for: until then it would be the built-in one
  void data.user.sync().then(() => {
    connectClaims({ prove, fill })
    renewTemplates()
    // nothing on screen changes with it: what waits to decide waits for this; commands are also made without a page
    if (typeof document !== 'undefined') document.documentElement.dataset['templates'] = 'read'
  })
  templates.factsAtHand = factsOf(states, platform)
  return templateCommands(templates)
}

/** The facts for the preview of templates: those of the last viewed alert. */
function factsOf(
  { cases: { queue, deps }, accountAlerts }: Pick<FeatureStates, 'accountAlerts' | 'cases'>,
  current: () => string,
): Templates['factsAtHand'] {
  return (kind) => {
    if (kind === 'account') return accountAlerts.factsAtHand()
    const { platform } = queue.store.getState()
    const { opened } = queue.atHand.getState()
    const row = opened ?? queue.rowOf(queue.list.cursor.getState().id ?? '')
    const [alert] = row?.alerts ?? []
    return row && alert && platform === current() ? noteFacts(row, alert, deps.writing()) : null
  }
}
