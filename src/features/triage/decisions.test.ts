import { beforeEach, describe, expect, test } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { Claim } from '#contract/model/facts/claims.ts'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import type { TemplateValue } from '#contract/model/templates/template-value.ts'
import type { ArgSpec } from '#src/commands/command.ts'
import { createCommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { Atoms } from '#src/commands/dispatcher/when.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { bounce } from '#src/commands/runner.ts'
import { actCommands } from '#src/features/cases/act-commands.ts'
import type { CaseDeps, NoteDraft } from '#src/features/cases/detail/case-deps.ts'
import { writtenNote } from '#src/features/cases/detail/written-note.ts'
import { createQueue } from '#src/features/cases/queue/queue.ts'
import { fill } from '#src/features/templates/claims/fill-template.ts'
import { connectClaims } from '#src/features/templates/claims/connect-claims.ts'
import { prove } from '#src/features/templates/claims/check-claims.ts'
import { connectTemplates } from '#src/features/templates/template-store.ts'
import { closeDrawer, drawerStore } from '#src/ui/overlay/drawer-store.ts'
import { alertRow, caseRow, factsRead } from '#tests/support/rows.ts'
import { caseTriageSteps } from './case-triage-steps.ts'
import { decideCommands } from './decide-commands.ts'
import { createPins } from './pins.ts'
import { createTriage } from './triage.ts'

const me = { id: 'ann', name: 'Ann' }
const key = { source: 'key' } as const

const template = (id: string, part: Partial<TemplateValue>) => ({
  scope: 'mine' as const,
  id,
  isUnsent: false,
  refused: null,
  value: { title: id, revision: 1, gist: '', body: 'Seen.', use: 'resolve', ruleTypes: [], evidence: [], ...part },
})
const asOf = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const SPOKEN = ['activity.incomingRatio', 'activity.outgoingRatio', 'amount.percentile'] as const
/** They speak to what the rules of these tests are about. */
const claims = SPOKEN.map((fact): Claim => ({ sentence: `${fact} is usual`, fact, is: 'lte', value: 1 }))
const sheet: FactSheet = {
  subject: { kind: 'case', id: 'PX1' },
  asOf,
  version: '1',
  ruleRevisions: {},
  account: { id: '42', name: 'Acme Ltd' },
  otherAccounts: {},
  facts: SPOKEN.map((id) => ({
    id,
    alertId: null,
    source: { kind: 'customer', id: '42' },
    asOf,
    version: '1',
    state: 'known',
    value: 0.5,
  })),
}
const templates = [
  template('plain', {}),
  template('asks', { body: 'Called {{?whom}}.' }),
  template('mule', { ruleTypes: ['account_velocity'], claims }),
  // on the digit of the built-in one, and asking for no words
  template('reviewed', { claims }),
  template('files', { evidence: ['funds'] }),
]

beforeEach(() => {
  connectClaims({ prove, fill })
  closeDrawer()
  connectTemplates({
    user: {
      list: (kind: string) => (kind === 'template' ? templates : []),
      subscribe: () => () => {},
      version: () => 0,
    },
    platform: () => 'paxum',
  } as unknown as Parameters<typeof connectTemplates>[0])
})

/** The commands over cases as a window has them, in triage where it is said. */
function setUp(rows: readonly CaseItem[], { triaged = true, atoms = {} as Partial<Atoms>, isReviewed = false } = {}) {
  const known = new Map(rows.map((row) => [row.id, row]))
  const ports = createFakePorts()
  const base = createQueue(() => {
    throw new Error('nothing is read here')
  })
  const queue = { ...base, rowOf: (id: string) => known.get(id) }
  queue.list.refresh(arrayOrder([...known.keys()]))
  const triage = createTriage({
    way: caseTriageSteps,
    pins: createPins({ get: () => undefined, save() {}, remove() {}, subscribe: () => () => {} }, () => 'paxum'),
    rowOf: queue.rowOf,
    now: () => 1000,
    onStep: (step) => queue.setFront(step && { caseId: step.rowId, alertId: step.alertId }),
    dwellMs: () => 0,
    weightOf: (name) => layer.frecency.weight(name),
  })
  const deps: CaseDeps = {
    queue,
    me: () => me,
    writing: () => ({ me, now: 0, services: new Map(), evidence: () => '', sheetOf: () => sheet }),
    review: () => ({ me, isReviewed }),
    mayAssign: () => true,
    assignees: () => Promise.resolve([]),
    superiors: () => Promise.resolve([]),
    handsOver: () => true,
    tooSoon: () => null,
    dwellMs: () => 0,
    evidenceOf: () => factsRead,
    readFacts: () => Promise.resolve(),
    isStuck: () => false,
    decided(isWholeCase) {
      return triage.store.getState().isOn ? triage.advance(isWholeCase) : {}
    },
  }
  const layer = createCommandLayer({
    commands: [actCommands(deps), decideCommands(deps, triage)],
    ports,
    atoms: { view: 'queue', triage: triaged, ...atoms },
    platform: 'other',
  })
  layer.context.pushList({ name: 'Cases', state: queue.list, noun: ['case', 'cases'], rowOf: queue.rowOf })
  if (triaged) triage.start([...known.keys()])
  return {
    layer,
    ports,
    queue,
    triage,
    step: () => triage.store.getState().step,
    said: () => layer.notices.store.getState().notice?.text,
    written: () => ports.queued.flatMap(({ ops }) => ops.map(({ kind, target }) => `${kind} ${target.alertId ?? ''}`)),
  }
}

const at = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const decided = (change: Partial<CaseItem> = {}) => caseRow({ alerts: [alertRow({ status: 'resolved' })], ...change })
const next = caseRow({ id: 'PX2', alerts: [alertRow({ id: '2' })] })

describe('a refused decision says why, and triage stays at the alert', () => {
  const note = { text: 'Seen.' }
  test.each([
    [
      'a resolution where a recommendation is due',
      decided(),
      'alert.resolve',
      { note },
      'Resolve…: No alert is open on PX1',
    ],
    [
      'a rejection where a recommendation is due',
      decided(),
      'alert.reject',
      { note },
      'Reject…: No alert is open on PX1',
    ],
    [
      'awaiting what is awaited',
      decided({ status: 'await', statusCases: 'await' }),
      'case.await',
      {},
      'Await customer: PX1 is Awaiting Response',
    ],
  ] as const)('%s', (_, row, id, args, why) => {
    const { layer, ports, step, said } = setUp([row, next])
    const before = step()
    expect(layer.runner.execute(id, { ...key, args })).toBe('refused')
    expect([said(), ports.queued, step()]).toEqual([why, [], before])
  })

  test('on a case tab without alerts', () => {
    const { layer, ports, queue, said } = setUp([caseRow()], { triaged: false, atoms: { view: 'case' } })
    queue.setOpened(caseRow())
    expect(layer.runner.execute('alert.resolve', { ...key, args: { note } })).toBe('refused')
    expect([said(), ports.queued]).toEqual(['Resolve…: No alert is selected', []])
  })
})

describe('a template that requires a text opens the note', () => {
  const opened = () => {
    const { name, value } = drawerStore.getState()
    const { command, text, label } = (value ?? {}) as Partial<NoteDraft>
    return [name, command, text, label]
  }
  const asks = { note: { templateId: 'asks' } }
  const draft = ['alert resolve', 'alert.resolve', 'Called [whom].', 'Resolve: Limit on PX1']

  test('of an alert, from the queue, from a case and from triage', () => {
    setUp([caseRow(), next], { triaged: false }).layer.runner.execute('alert.resolve', { ...key, args: asks })
    expect(opened()).toEqual(draft)
    closeDrawer()
    const triaged = setUp([caseRow(), next])
    const choice = { act: 'resolve', ...asks }
    expect(triaged.layer.runner.execute('alert.moreMacros', { ...key, args: { choice } })).toBe('done')
    expect([...opened(), triaged.said(), triaged.step()?.rowId]).toEqual([...draft, 'The note needs your words', 'PX1'])
  })

  test('and what is written on it goes with the decision, for the server to see', () => {
    const { layer, ports } = setUp([caseRow()], { triaged: false })
    layer.runner.execute('alert.resolve', { ...key, args: asks })
    const note = writtenNote(drawerStore.getState().value as NoteDraft, 'Called Ada: the yearly bonus.')
    layer.runner.execute('alert.resolve', { ...key, args: { note } })
    const [op] = ports.queued.flatMap(({ ops }) => ops)
    expect(op?.body).toMatchObject({ template: 'asks@1', explained: 'Called Ada: the yearly bonus.' })
  })

  test('where evidence is required', () => {
    const args = { note: { templateId: 'files' } }
    setUp([caseRow()], { triaged: false }).layer.runner.execute('alert.resolve', { ...key, args })
    expect(opened()[2]).toMatch(/^Seen. Evidence: .*reference/)
  })

  test('of several alerts at once, where it asks for words alone: they go with what it says of each', () => {
    const ruled = (id: string) => alertRow({ id, ruleType: 'prohibited_keyword' })
    const { layer, ports, written } = setUp([caseRow({ alerts: [ruled('1'), ruled('2')] }), next], { triaged: false })
    layer.runner.execute('alert.resolve', { ...key, args: { note: { templateId: 'plain' } } })
    expect([opened()[0], opened()[3], written()]).toEqual(['alert resolve', 'Resolve 2 alerts of PX1', []])
    const note = writtenNote(drawerStore.getState().value as NoteDraft, 'A street name.')
    layer.runner.execute('alert.resolve', { ...key, args: { note } })
    const resolved = ports.queued.flatMap(({ ops }) => ops).filter(({ kind }) => kind === 'alert.resolve')
    expect(resolved.map(({ body }) => body)).toEqual(
      ['1', '2'].map(() =>
        expect.objectContaining({
          note: 'Seen. Not checked: What triggered the rule.\n\nAnalyst’s comment: A street name.',
          template: 'plain@1',
          explained: 'A street name.',
        }),
      ),
    )
  })

  test('of several alerts at once, where its sentence has a place for words: they are typed once and stand in each', async () => {
    const { layer, ports } = setUp([caseRow({ alerts: [alertRow(), alertRow({ id: '2' })] }), next], {
      triaged: false,
    })
    layer.context.list()!.state.selectAll()
    layer.runner.execute('alert.resolve', { ...key, args: asks })
    expect(opened()).toEqual(['alert resolve', 'alert.resolve', '[whom]', 'Resolve 3 alerts of 2 cases'])
    const draft = drawerStore.getState().value as NoteDraft
    expect(draft.made).toBe('Called [whom].')
    const note = writtenNote(draft, 'Ada on the phone')
    expect(layer.runner.execute('alert.resolve', { ...key, args: { note } })).not.toBe('refused')
    layer.runner.answer()
    const resolved = () => ports.queued.flatMap(({ ops }) => ops).filter(({ kind }) => kind === 'alert.resolve')
    expect(resolved().map(({ body }) => (body as { note: string }).note)).toEqual(
      ['1', '2', '3'].map(() => 'Called Ada on the phone.'),
    )
    // one key takes all of them back
    expect(ports.groups.size).toBe(1)
    await layer.undo.undo()
    expect(ports.groups.size).toBe(0)
  })
})

test('no digit decides on a case: a digit closes an alert on every step, and the case has letters', () => {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const proposed = setUp([decided({ strProposal: { by: me, at } })], { isReviewed: true })
  for (const digit of digits) expect(proposed.layer.runner.execute('alert.macro', { ...key, digit })).toBe('refused')
  const due = setUp([decided(), next])
  for (const digit of digits) expect(due.layer.runner.execute('alert.macro', { ...key, digit })).toBe('refused')
  expect([proposed.written(), due.written(), drawerStore.getState().isOpen]).toEqual([[], [], false])
})

test('n closes a case without an STR once its alerts are decided, in one press', () => {
  const { layer, step, written } = setUp([decided(), next])
  expect(layer.runner.execute('alert.noStr', key)).toBe('done')
  expect([written(), step()?.rowId]).toEqual([['case.recommendStr '], 'PX2'])
  expect(setUp([caseRow()]).layer.runner.execute('alert.noStr', key)).toBe('refused')
  const proposed = setUp([decided({ strProposal: { by: me, at } })], { isReviewed: true })
  expect(proposed.layer.runner.execute('alert.noStr', key)).toBe('refused')
})

test('an STR over open alerts asks once, closes them as suspicious, and is undone together', () => {
  const { layer, ports, step, written } = setUp([caseRow({ alerts: [alertRow(), alertRow({ id: '2' })] }), next])
  const args = { action: 'proceed', note: { templateId: 'str-grounds' } }
  expect(layer.runner.execute('case.recommendStr', { ...key, args })).toBe('asked')
  ports.clock.now += bounce
  layer.runner.answer()
  expect(written()).toEqual(['alert.resolve 1', 'alert.resolve 2', 'case.recommendStr '])
  const notes = ports.queued.flatMap(({ ops }) => ops.map(({ body }) => (body as { note: string }).note))
  expect(new Set(notes).size).toBe(1)
  expect(notes[0]).not.toMatch(/false positive|no grounds|no suspicion|no other indicator/i)
  expect([ports.queued.length, step()?.rowId]).toEqual([1, 'PX2'])
})

test('a digit on the last alert also closes the case, in one press that is undone together', () => {
  const { layer, ports, written } = setUp([caseRow(), next])
  expect(layer.runner.execute('alert.macro', { ...key, digit: 1 })).toBe('done')
  expect([written(), ports.queued.length]).toEqual([['alert.resolve 1', 'case.recommendStr '], 1])
})

test('repeat writes the same note, whatever the digit means there, and only where the note fits', () => {
  const typed = (id: string, ruleType: string) => caseRow({ id, alerts: [alertRow({ id, ruleType })] })
  const { layer, ports, said } = setUp([
    typed('PX1', 'limit_transaction'),
    typed('PX2', 'account_velocity'),
    typed('PX3', 'account_velocity'),
    typed('PX4', 'limit_transaction'),
  ])
  const sent = () =>
    ports.queued.flatMap(({ ops }) =>
      ops
        .filter(({ kind }) => kind === 'alert.resolve')
        .map(({ target, body }) => [target.caseId, (body as { template: string }).template]),
    )
  layer.runner.execute('alert.macro', { ...key, digit: 4 })
  layer.runner.repeat()
  expect(sent()).toEqual([
    ['PX1', 'reviewed@1'],
    ['PX2', 'reviewed@1'],
  ])
  // the digit of the last resolution is the template's of the rule, where there is one
  layer.runner.execute('alert.macro', { ...key, digit: 8 })
  expect(sent().at(-1)).toEqual(['PX3', 'mule@1'])
  layer.runner.repeat()
  expect([sent().length, said()]).toEqual([3, 'Nothing to change: not for this rule'])
})

test('the record of a decision holds the length of typed text, not the text', () => {
  const { layer, ports } = setUp([caseRow(), next])
  const note = { text: 'Called Ada.' }
  layer.runner.execute('alert.moreMacros', { ...key, args: { choice: { act: 'resolve', note } } })
  layer.runner.execute('alert.resolve', { ...key, args: { note } })
  const recorded = ports.queued.map(({ meta }) => meta.act!.args)
  const length = note.text.length
  expect(recorded).toEqual([{ choice: { act: 'resolve', note: { text: { length } } } }, { note: { text: { length } } }])
})

test('another template announces an unusual outcome, and so does typed text', async () => {
  const { layer } = setUp([caseRow()])
  const { args } = layer.registry.get('alert.moreMacros')
  const [spec] = args as readonly ArgSpec[]
  const ctx = layer.runner.context({ ...key })
  const titles = (await spec!.source(ctx, '', {})).map(({ title }) => title)
  expect(titles).toContain('Monitor')
  expect(titles.filter((title) => title.startsWith('Reject: ')).length).toBeGreaterThan(0)
  expect(spec!.create!(ctx, ' so ')).toMatchObject({ title: 'Resolve: Without a reason: “so”', isLastResort: true })
})

test('the more used of two suggestions gets the key, from the next run on', () => {
  templates.push(template('other', { ruleTypes: ['account_velocity'], claims }))
  const rows = ['PX1', 'PX2', 'PX3'].map((id) =>
    caseRow({ id, alerts: [alertRow({ id, ruleType: 'account_velocity' })] }),
  )
  const { layer, ports, triage } = setUp(rows)
  const lately = () => (ports.queued.at(-1)!.ops[0]!.body as { template: string }).template
  layer.runner.execute('alert.macro', { ...key, digit: 8 })
  const before = lately()
  layer.runner.execute('alert.moreMacros', {
    ...key,
    args: { choice: { act: 'resolve', note: { templateId: 'other' } } },
  })
  const used = lately()
  layer.runner.execute('alert.moreMacros', {
    ...key,
    args: { choice: { act: 'resolve', note: { templateId: 'other' } } },
  })
  triage.start(['PX1'])
  layer.runner.execute('alert.macro', { ...key, digit: 8 })
  expect([before, used, lately()]).toEqual(['mule@1', 'other@1', 'other@1'])
  templates.pop()
})
