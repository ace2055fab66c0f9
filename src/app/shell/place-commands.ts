// Where to go, and how it looks: commands that no first row waits for.
import { adminPath } from '#src/app/routes.tsx'
import { copyText } from '#src/commands/copy-text.ts'
import { defineCommand, type Command, type CommandId, type Ctx, type Keywords } from '#src/commands/command.ts'
import { flag, inOverlay, type When } from '#src/commands/dispatcher/when.ts'
import { stepPane } from '#src/commands/list/panes.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import { appearance } from '#src/ui/appearance.ts'

interface Place {
  id: CommandId
  title: string
  path: string
  keys?: readonly string[]
  keywords: Keywords
  when?: When
}

const admin = flag('admin')

const PLACES: readonly Place[] = [
  {
    id: 'nav.cases',
    title: 'Transactions',
    path: 'cases/',
    keys: ['g c'],
    keywords:
      'cases, queue, case queue, transaction alerts, alerts, inbox, home, worklist, work queue, dashboard of work, main, start, monitoring alerts, tm alerts, investigations',
  },
  {
    id: 'nav.account-alerts',
    title: 'Account alerts',
    path: 'account-alerts/',
    keys: ['g l'],
    keywords:
      'customers with alerts, customer alerts, profile alerts, kyc alerts, client alerts, alerts, account monitoring, periodic review',
  },
  {
    id: 'nav.screening',
    title: 'Sanctions hits',
    path: 'screening/',
    keys: ['g x'],
    keywords:
      'screening, sanctions, sanction, matches, match, name matches, possible matches, watchlist, watch list, ofac, sdn, pep, peps, politically exposed, adverse media, name screening, hits, world check, un list, eu list, hmt',
  },
  {
    id: 'nav.customers',
    title: 'Clients',
    path: 'customers/',
    keys: ['g u'],
    keywords:
      'customers, customer list, client list, accounts, kyc, people, merchants, companies, entities, subjects, parties, profiles, find customer, customer search, crm, cdd, onboarding',
  },
  {
    id: 'nav.rules',
    title: 'Rules',
    path: 'rules/',
    keys: ['g r'],
    keywords:
      'monitoring, rule list, scenarios, scenario, detection, typologies, thresholds, rule engine, transaction monitoring rules, alert rules, models, policies of detection',
  },
  {
    id: 'nav.allowlists',
    title: 'Allow lists',
    path: 'allowlists',
    keys: ['g w'],
    keywords:
      'whitelist, whitelists, white list, good guy list, good guys, suppression, suppressions, suppression rules, exceptions, exemptions, ignore list, trusted',
  },
  {
    id: 'nav.reports',
    title: 'Data',
    path: 'reports',
    keys: ['g d'],
    keywords:
      'reports, report, reporting, csv, export, excel, spreadsheet, download transactions, extract, query, analytics, data export, transaction search, all transactions, bulk export, xls, raw data, search all payments',
  },
  {
    id: 'nav.dashboard',
    title: 'Dashboard',
    path: 'dashboard/',
    keys: ['g h'],
    keywords:
      'metrics, kpi, kpis, statistics, stats, charts, graphs, overview, numbers, figures, home, insights, analytics',
    when: admin,
  },
  {
    id: 'nav.contracts',
    title: 'Contracts',
    path: 'contracts/',
    keys: ['g t'],
    keywords: 'agreements, signed contracts, merchants, legal, terms',
    when: admin,
  },
  {
    id: 'nav.test',
    title: 'Test page',
    path: 'test/',
    keywords: 'diagnostics, health, status, connection, debug, system check, self test, version, troubleshoot',
    when: admin,
  },
  {
    id: 'nav.gallery',
    title: 'Gallery of components',
    path: 'test/gallery',
    keywords: 'design system, ui, parts, buttons, fields, storybook, styleguide, look',
    when: admin,
  },
  {
    id: 'nav.forms',
    title: 'SAR and EDD forms',
    path: 'forms/sar',
    keys: ['g e'],
    keywords:
      'suspicious activity report, suspicious activity reports, sars, sar list, edd, edd list, enhanced due diligence, document forms, filings, filed reports, goaml, fiu reports, regulatory reports, my reports, drafts',
  },
  {
    id: 'nav.templates',
    title: 'Templates',
    path: 'templates',
    keys: ['g m'],
    keywords:
      'macros, snippets, notes, canned responses, canned notes, note templates, quick replies, standard text, boilerplate, dispositions, reason codes, text blocks, saved replies',
  },
  {
    id: 'nav.conflicts',
    title: 'Conflicts',
    path: 'conflicts',
    keys: ['g q'],
    keywords:
      'not taken, not sent, dead letters, merge, theirs, mine, rejected, failed, errors, problems, sync errors, conflict, resolve conflicts, needs attention',
  },
  {
    id: 'nav.outbox',
    title: 'Outbox',
    path: 'outbox',
    keys: ['g o'],
    keywords:
      'unsent, unsent changes, queued, pending changes, sync, sync status, synchronise, sent, waiting to send, failed, not saved, offline changes, upload queue, activity, recent changes, my changes, my decisions',
  },
]

const navigateTo = ({ id, title, path, ...rest }: Place): Command =>
  defineCommand({
    id,
    title: `Go to ${title}`,
    shortTitle: title,
    group: 'Navigate',
    ...rest,
    run: (c: Ctx) => c.ports.navigate(adminPath(currentPlatform(), path)),
  })

const pane = (id: CommandId, title: string, key: string, direction: 1 | -1): Command =>
  defineCommand({
    id,
    title,
    group: 'Navigate',
    keywords: 'region, landmark, focus',
    keys: [key],
    run: () => stepPane(direction),
  })

/** The commands that lead to the lists and pages. */
export function placeCommands(): readonly Command[] {
  return [
    ...PLACES.map(navigateTo),
    pane('app.nextPane', 'Next pane', 'f6', 1),
    pane('app.previousPane', 'Previous pane', 'shift+f6', -1),
    defineCommand({
      id: 'nav.keyboard',
      title: 'Keyboard settings',
      group: 'App',
      keywords:
        'settings, preferences, options, keyboard settings, keymap, remap, customize, customise, customize shortcuts, shortcut settings, key settings, configure keys, hotkey settings, setup, user settings, my settings',
      when: inOverlay('none', 'drawer', 'alert'),
      keys: ['mod+,'],
      run: (c) => c.ports.navigate(adminPath(currentPlatform(), 'settings/keyboard')),
    }),
    defineCommand({
      id: 'app.print',
      title: 'Print this page',
      group: 'App',
      keywords:
        'print, printer, print case, pdf, save as pdf, export pdf, hard copy, paper, printout, print page, for the file, for the regulator',
      when: inOverlay('none', 'drawer', 'alert'),
      keys: ['mod+p'],
      run: () => window.print(),
    }),
    defineCommand({
      id: 'app.copyLink',
      title: 'Copy a link to this page',
      shortTitle: 'Copy link to page',
      group: 'App',
      keywords: 'copy link, copy url, url, share, share page, address, permalink, send link, share view, bookmark link',
      keys: ['g shift+k'],
      run: (c) => copyText(c, location.href, 'Copied the link to this page'),
    }),
    defineCommand({
      id: 'nav.back',
      title: 'Back',
      group: 'Navigate',
      keywords: 'go back, previous page, previous screen, return, history back, last page',
      keys: ['g b'],
      run: () => history.back(),
    }),
    defineCommand({
      id: 'nav.forward',
      title: 'Forward',
      group: 'Navigate',
      keywords: 'go forward, next page, next screen, history forward',
      keys: ['g f'],
      run: () => history.forward(),
    }),
    defineCommand({
      id: 'view.density',
      title: 'Change density',
      shortTitle: 'Density',
      group: 'View',
      keywords: 'compact, comfortable, row height, dense, spacing, rows, smaller, bigger, line height, zoom',
      keys: [','],
      run: () => appearance.setDensity(appearance.density() === 'dense' ? 'comfortable' : 'dense'),
    }),
  ]
}
