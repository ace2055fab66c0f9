/** The commands of SAR and EDD forms in a window. */
import type { Command } from '#src/commands/command.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { goTo } from '#src/features/go-to.ts'
import { formCommands } from './commands.ts'

export async function commands(
  { data, platform, session }: FeatureWindow,
  { cases, customers, forms, helpdesk }: Pick<FeatureStates, 'cases' | 'customers' | 'forms' | 'helpdesk'>,
): Promise<readonly Command[]> {
  const { aboutOf } = await helpdesk.subjects()
  const about = { ...cases.deps, opened: () => customers.store.getState().opened }
  return [
    goTo({
      id: 'nav.forms',
      title: 'SAR and EDD forms',
      path: 'forms/sar',
      keys: ['g e'],
      keywords:
        'suspicious activity report, suspicious activity reports, sars, sar list, edd, edd list, enhanced due diligence, document forms, filings, filed reports, goaml, fiu reports, regulatory reports, my reports, drafts',
    }),
    ...formCommands(forms, data, {
      platform,
      customer: (c) => aboutOf(c, about)[0] ?? null,
      hasForms: (of) => Boolean(session()?.platforms.find(({ name }) => name === of)?.forms.sar),
      roles: () => session()?.profile.roles ?? [],
    }),
  ]
}
