/** The commands of the page Quality: read, answer, close, and the policy. */
import { quality } from '#contract/calls/quality.ts'
import {
  REVIEW_OUTCOMES,
  OUTCOME_LABELS,
  POLICY_SCOPES,
  type ReviewOutcome,
  type PolicyScope,
} from '#contract/model/quality/quality.ts'
import { defineArg, defineCommand, type Command, type Option } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { QUALITY_TABS, qualityStore } from './quality.ts'
import { qualityQueries } from './queries.ts'
import { SCOPE_LABELS } from './labels.ts'
import { textArg } from '#src/commands/text-arg.ts'
import { qualityActs, type QualityActs } from './acts.ts'

const here = inView('quality')
const onRow = all(here, flag('hasCursor'))

const outcome = defineArg<'truth', ReviewOutcome>({
  name: 'truth',
  type: 'choice',
  prompt: () => 'The right answer is',
  source: () => REVIEW_OUTCOMES.map((value) => ({ id: value, value, title: OUTCOME_LABELS[value] })),
})

const rateArg = defineArg<'rate', number>({
  name: 'rate',
  type: 'text',
  prompt: () => 'Percent',
  source: (_, query): readonly Option<number>[] => {
    const text = query.trim()
    const value = Number(text)
    if (text === '' || (value >= 0 && value <= 100)) return []
    return [{ id: 'fault', value: 0, title: text, disabled: 'A rate is between 0 and 100 percent' }]
  },
  typed: () => 'a number from 0 to 100',
  create: (_, query) => {
    const value = Number(query.trim())
    return query.trim() !== '' && value >= 0 && value <= 100 ? { id: 'typed', value, title: `${value} %` } : null
  },
})

export function commands(data: Data): Command[] {
  const acts = qualityActs(data)
  return [...placeCommands(acts), ...findingCommands(acts), ...policyCommands(acts)]
}

function placeCommands({ isIn, reviewOf, goldenOf, open }: QualityActs): Command[] {
  return [
    defineCommand({
      id: 'nav.quality',
      title: 'Go to the quality of decisions',
      shortTitle: 'Quality',
      group: 'Navigate',
      keywords:
        'quality review, second reader, sampling, audit, findings, errors, agreement, oversight, qa, qc, quality assurance, quality control, second line, second look, sample, 2lod, review decisions, peer review, error rate',
      keys: ['g shift+q'],
      run: (c) => c.ports.navigate(`/admin/${encodeURIComponent(currentPlatform())}/team/quality`),
    }),
    defineCommand({
      id: 'quality.tab',
      title: (c) => `Show “${QUALITY_TABS[(c.digit ?? 1) - 1]?.label ?? ''}”`,
      shortTitle: 'Show a tab',
      group: 'View',
      hidden: true,
      when: here,
      keys: ['1..9'],
      run: (c) => {
        const tab = QUALITY_TABS[(c.digit ?? 0) - 1]
        if (tab) qualityStore.setState({ tab: tab.value })
      },
    }),
    defineCommand({
      id: 'quality.read',
      title: 'Read the next quality review…',
      shortTitle: 'Read next…',
      group: 'Triage',
      keywords: 'second reader, review, blind, start review, next review, qa, check decision, sample',
      when: here,
      keys: ['r'],
      calls: [quality.read],
      run: () => openDrawer('quality review', { platform: currentPlatform() }),
    }),
    defineCommand({
      id: 'quality.open',
      title: (c) =>
        isIn(c, 'people') ? 'Show the findings' : `Open case ${reviewOf(c)?.caseId ?? goldenOf(c)?.caseId ?? ''}`,
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'case, details, view, show',
      when: onRow,
      keys: ['enter', 'o'],
      disabledReason: (c) =>
        isIn(c, 'people') || reviewOf(c) || goldenOf(c) ? null : 'A rate is of many cases: it opens none',
      run: open,
    }),
  ]
}

function findingCommands({ reviewOf, reply, close }: QualityActs): Command[] {
  return [
    defineCommand({
      id: 'quality.reply',
      title: 'Answer the finding…',
      shortTitle: 'Answer…',
      group: 'Triage',
      keywords: 'reply, finding, respond, comment, dispute, explain',
      when: onRow,
      keys: ['a'],
      calls: [quality.reply],
      disabledReason: (c) => reviewOf(c)?.whyNotReply ?? (reviewOf(c) ? null : 'No finding is under the cursor'),
      args: [
        defineArg<'agrees', boolean>({
          name: 'agrees',
          type: 'choice',
          prompt: () => 'The quality review is',
          source: () => [
            { id: 'right', value: true, title: 'Right: I overlooked something' },
            { id: 'wrong', value: false, title: 'Wrong: my decision stands' },
          ],
        }),
        textArg('text', 'Because', 'a sentence'),
      ],
      run: reply,
    }),
    defineCommand({
      id: 'quality.close',
      title: 'Close the finding…',
      shortTitle: 'Close…',
      group: 'Triage',
      keywords: 'uphold, dismiss, finding, decide, conclude, accept finding, overrule',
      when: onRow,
      keys: ['d'],
      calls: [quality.close],
      disabledReason: (c) => reviewOf(c)?.whyNotClose ?? (reviewOf(c) ? null : 'No finding is under the cursor'),
      args: [
        defineArg<'isUpheld', boolean>({
          name: 'isUpheld',
          type: 'choice',
          prompt: (c) => `The finding on ${reviewOf(c)?.concerned.name ?? 'somebody'} is`,
          source: () => [
            { id: 'upheld', value: true, title: 'Upheld: it was an error' },
            { id: 'dismissed', value: false, title: 'Dismissed: it was none' },
          ],
        }),
        textArg('note', 'Because', 'a sentence'),
      ],
      run: close,
    }),
  ]
}

function policyCommands(acts: QualityActs): Command[] {
  return [
    defineCommand({
      id: 'quality.rate',
      title: 'Set a rate of quality reviews…',
      shortTitle: 'Set rate…',
      group: 'Rules',
      keywords: 'policy, sampling, percent, golden, tolerance, sampling rate, sample size, percentage',
      when: here,
      keys: ['p'],
      calls: [quality.setRate],
      args: [
        defineArg<'scope', PolicyScope>({
          name: 'scope',
          type: 'choice',
          prompt: () => 'Rate of',
          source: () => POLICY_SCOPES.map((value) => ({ id: value, value, title: SCOPE_LABELS[value] })),
        }),
        defineArg<'key', string>({
          name: 'key',
          type: 'choice',
          prompt: () => 'Of which',
          source: (_, __, chosen) => acts.keysOf(chosen['scope'] as PolicyScope),
        }),
        rateArg,
        textArg('reason', 'Because', 'a sentence'),
      ],
      run: (_, body) => void acts.send(acts.api.send(quality.setRate, { body }, acts.options())),
    }),
    defineCommand({
      id: 'quality.golden',
      title: 'Mix the item in as one with a known answer…',
      shortTitle: 'Known answer…',
      group: 'Rules',
      keywords: 'golden, blind, golden set, test case, calibration, known item',
      when: onRow,
      keys: ['m'],
      calls: [quality.addGolden],
      disabledReason: (c) => (acts.reviewOf(c) ? null : 'No quality review is under the cursor'),
      args: [outcome, textArg('reason', 'Because', 'a sentence')],
      run: acts.addGolden,
    }),
    defineCommand({
      id: 'quality.endGolden',
      title: (c) => `Take the known answer on ${acts.goldenOf(c)?.caseId ?? 'the case'} out`,
      shortTitle: 'Take out',
      group: 'Rules',
      keywords: 'golden, remove, take out, retire',
      when: onRow,
      keys: ['shift+d'],
      calls: [quality.endGolden],
      disabledReason: (c) => (acts.goldenOf(c) ? null : 'No known answer is under the cursor'),
      run: acts.endGolden,
    }),
    defineCommand({
      id: 'quality.draw',
      title: 'Draw quality reviews now',
      shortTitle: 'Draw now',
      group: 'Rules',
      keywords: 'sample, draw sample, pick, random, select sample, generate sample',
      when: here,
      keys: ['n'],
      calls: [quality.draw],
      run: () => void acts.send(acts.api.send(quality.draw, {}, acts.options())),
    }),
    defineCommand({
      id: 'quality.export',
      title: 'Download the people as CSV',
      shortTitle: 'Download CSV',
      group: 'View',
      keywords: 'export, save, spreadsheet',
      when: here,
      keys: ['shift+e'],
      disabledReason: () =>
        acts.queries.getQueryData(qualityQueries.people(acts.api, currentPlatform()).queryKey)
          ? null
          : 'There is nothing to download',
      run: acts.exportPeople,
    }),
    refreshCommand({ id: 'quality.refresh', noun: 'quality of decisions', when: here, run: () => void acts.again() }),
  ]
}
