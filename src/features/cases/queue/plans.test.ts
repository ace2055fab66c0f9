import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CASE_STATUSES, type Reason } from '#contract/model/values.ts'
import { fold } from '#contract/ops/kinds.ts'
import type { Plan } from '#src/commands/command.ts'
import { STEPS_OUTSTANDING } from '#src/features/facts/public.ts'
import { NEEDS_TEXT, type Written } from '#src/features/templates/public.ts'
import { markRead } from '#src/data/net/read-time.ts'
import { alertRow, caseRow, factsRead, factsUnread } from '#tests/support/rows.ts'
import { caseHandOver, planEscalate, planRelease } from './hand-over.ts'
import { planAssign, planClose, planNote, planRecommend, planStatus, type DecisionTargets } from './plans.ts'

const me = { id: 'analyst', name: 'Ana Lyst' }
const boss = { id: 'manager', name: 'Max Nager' }

const rows = fc
  .array(
    fc.record({
      status: fc.constantFrom(...CASE_STATUSES),
      manager: fc.constantFrom(null, me, boss),
      alerts: fc.array(
        fc.record({
          status: fc.constantFrom('new' as const, 'resolved' as const),
          alertLevel: fc.constantFrom('alert' as const, 'hardstop' as const),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 8 },
  )
  .map((list) =>
    list.map((one, i) =>
      caseRow({
        ...one,
        id: `PX${i}`,
        alerts: one.alerts.map((alert, k) => alertRow({ ...alert, id: `${i}-${k}` })),
      }),
    ),
  )

const plans: Record<string, (targets: DecisionTargets) => Plan> = {
  assign: (targets) => planAssign(targets, me),
  release: (targets) => planRelease(caseHandOver, targets, { me, mayAssign: false }),
  escalate: (targets) =>
    planEscalate(caseHandOver, targets, { manager: boss, note: 'Unusual route.' }, { me, mayAssign: false }),
  resolve: (targets) => planClose(targets, 'resolve', () => 'Fits the profile.', 'FP_EXPECTED'),
  await: (targets) => planStatus(targets, 'await'),
  recommend: (targets) => planRecommend(targets, 'proceed', 'Grounds to suspect.', { me, isReviewed: false }),
  propose: (targets) => planRecommend(targets, 'proceed', 'Grounds to suspect.', { me, isReviewed: true }),
}

describe.each(Object.entries(plans))('%s', (_, plan) => {
  it('covers every case, and leaves nothing to do once it is done', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const before = new Map(list.map((row) => [row.id, row]))
        const ids = [...before.keys(), 'PX-unknown']
        const first = plan({ ids, rowOf: (id) => before.get(id), evidenceOf: () => factsRead })
        const named = new Set([...first.ops.map((op) => op.target.caseId), ...first.skipped.map((one) => one.id)])
        expect(ids.every((id) => named.has(id))).toBe(true)

        const ops = first.ops.map((op, i) => ({ ...op, opId: String(i), at: 0, by: me }))
        const after = new Map(list.map((row) => [row.id, fold('caseItem', row, ops)]))
        expect(plan({ ids, rowOf: (id) => after.get(id), evidenceOf: () => factsRead }).ops).toEqual([])
      }),
    )
  })
})

describe('refusals and questions of a plan', () => {
  const one = (row: CaseItem, evidence = factsRead): DecisionTargets => ({
    ids: [row.id],
    rowOf: (id) => (id === row.id ? row : undefined),
    evidenceOf: () => evidence,
  })

  const closes = [
    (targets: DecisionTargets) => planClose(targets, 'resolve', () => 'Typed.', undefined),
    (targets: DecisionTargets) => planClose(targets, 'resolve', () => 'Fits.', 'FP_EXPECTED'),
    (targets: DecisionTargets) => planRecommend(targets, 'reject', 'None.', { me, isReviewed: false }),
  ]
  it.each(closes)('closes nothing without a report on facts that were not read', (close) => {
    const row = close === closes[2] ? caseRow({ alerts: [alertRow({ status: 'resolved' })] }) : caseRow()
    expect(close(one(row)).ops).toHaveLength(1)
    expect(close(one(row, factsUnread))).toMatchObject({
      ops: [],
      skipped: [{ reason: 'its facts are not read yet' }],
    })
  })

  it('rejects and reports on facts that were not read, since neither clears anybody', () => {
    const row = one(caseRow(), factsUnread)
    expect(planClose(row, 'reject', () => 'Not his.', 'REJECT_TXN').ops).toHaveLength(1)
    expect(planClose(row, 'resolve', () => 'Grounds.', 'STR_PROCEED').ops).toHaveLength(1)
    expect(planRecommend(row, 'proceed', 'Grounds.', { me, isReviewed: false }).ops).toHaveLength(2)
  })

  it('takes the supported alone of many, and says what it leaves out and why', () => {
    const ids = ['PX1', 'PX2', 'PX3', 'PX4']
    const evidence = new Map([
      ['PX2', factsUnread],
      ['PX3', { ...factsRead, againstBulk: () => 'open sanctions match' }],
    ])
    const targets: DecisionTargets = {
      ids,
      rowOf: (id) => caseRow({ id, alerts: [alertRow({ id })] }),
      evidenceOf: ({ id }) => evidence.get(id) ?? factsRead,
    }
    const noteOf = (row: CaseItem) =>
      row.id === 'PX4' ? { against: 'the facts contradict it', isContradicted: true } : 'Fits.'
    const plan = planClose(targets, 'resolve', noteOf, 'FP_EXPECTED')
    expect(plan.ops.map(({ target }) => target.caseId)).toEqual(['PX1'])
    expect(plan.confirm).toBe(
      'Resolve 1 alert of PX1, 3 left out: 1 contradicted by the facts, 1 with facts not read, 1 to decide one by one',
    )
    expect(plan.skipped.map(({ reason }) => reason)).toEqual([
      'its facts are not read yet',
      'open sanctions match',
      'the facts contradict it',
    ])
  })

  it('no closing in any mixture is on facts that were not read', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (list, isRead) => {
        const known = new Map(list.map((row, index) => [row.id, { row, isRead: isRead[index] }]))
        const plan = planClose(
          {
            ids: [...known.keys()],
            rowOf: (id) => known.get(id)?.row,
            evidenceOf: ({ id }) => (known.get(id)?.isRead ? factsRead : factsUnread),
          },
          'resolve',
          () => 'Fits.',
          'FP_EXPECTED',
          undefined,
          { noteOf: () => 'No STR.' },
        )
        return plan.ops.every(({ target }) => known.get(target.caseId ?? '')?.isRead)
      }),
    )
  })

  it('leaves out an alert whose note could not be written', () => {
    expect(
      planClose(one(caseRow()), 'resolve', () => ({ against: 'the note needs your words' }), undefined),
    ).toMatchObject({
      ops: [],
      skipped: [{ id: '1', reason: 'the note needs your words' }],
    })
  })

  it('asks for the reason of outstanding procedure steps on one alert, and leaves it out of several', () => {
    const evidence = { ...factsRead, stepsOf: ({ id }: { id: string }) => (id === '1' ? ['Call the customer'] : []) }
    const on = (row: CaseItem) => ({ ...one(row), evidenceOf: () => evidence })
    const close = (row: CaseItem, note: Written, act: 'resolve' | 'reject' = 'resolve', reason?: Reason) =>
      planClose(on(row), act, () => note, reason)
    // words that were typed are no reason yet
    for (const note of ['Seen.', { note: 'Seen.', explained: 'Seen.' }, { note: 'Seen.', stepsPassed: '' }]) {
      expect(close(caseRow(), note)).toMatchObject({ ops: [], skipped: [{ id: '1', reason: NEEDS_TEXT }] })
    }
    const stepsPassed = 'The line is dead.'
    expect(close(caseRow(), { note: stepsPassed, stepsPassed }).ops).toMatchObject([{ body: { stepsPassed } }])
    expect(close(caseRow(), 'Seen.', 'reject').ops).toHaveLength(1)
    expect(close(caseRow(), 'Seen.', 'resolve', 'STR_PROCEED').ops).toHaveLength(1)
    const several = caseRow({ alerts: [alertRow(), alertRow({ id: '2' }), alertRow({ id: '3' })] })
    expect(close(several, { note: stepsPassed, stepsPassed })).toMatchObject({
      skipped: [{ id: '1', reason: STEPS_OUTSTANDING }],
      warnings: ['1 left out: 1 to decide one by one'],
      ops: [{ target: { alertId: '2' } }, { target: { alertId: '3' } }],
    })
  })

  it('does not recommend on data older than a day', () => {
    const row = { ...caseRow(), alerts: [] }
    const plan = (hours: number) =>
      planRecommend(
        one(markRead({ ...row }, 1)),
        'proceed',
        'x',
        { me, isReviewed: false },
        undefined,
        hours * 3_600_000,
      )
    expect(plan(24).ops).toHaveLength(1)
    expect(plan(25)).toMatchObject({
      ops: [],
      skipped: [{ id: 'PX1', reason: 'last read more than a day ago: connect first' }],
    })
  })

  it('does not close without an STR while alerts are open', () => {
    expect(planRecommend(one(caseRow()), 'reject', 'x', { me, isReviewed: false })).toMatchObject({
      ops: [],
      skipped: [{ id: 'PX1', reason: '1 alert still open' }],
    })
  })

  it('closes open alerts as suspicious with the grounds of the STR, before the STR and never without it', () => {
    const row = caseRow({ alerts: [alertRow(), alertRow({ id: '2', status: 'resolved' }), alertRow({ id: '3' })] })
    const { ops, confirm } = planRecommend(one(row), 'proceed', 'Funds pass through.', { me, isReviewed: true }, 'g@1')
    const grounds = { note: 'Funds pass through.', reason: 'STR_PROCEED', template: 'g@1' }
    expect(ops.map(({ kind, target, body, needs }) => [kind, target.alertId, body, needs])).toEqual([
      ['alert.resolve', '1', grounds, undefined],
      ['alert.resolve', '3', grounds, undefined],
      ['case.recommendStr', undefined, { ...grounds, action: 'proceed', leavesOpen: true }, [0, 1]],
    ])
    expect(confirm).toBe('Close 2 alerts of PX1 as suspicious, and propose an STR on PX1')
  })

  it('closes a case without an STR with the last of its alerts, and not before', () => {
    const row = (...open: string[]) =>
      caseRow({ alerts: ['1', '2'].map((id) => alertRow({ id, status: open.includes(id) ? 'new' : 'resolved' })) })
    const close = (targets: DecisionTargets, act: 'resolve' | 'reject' = 'resolve', note: string | null = 'No STR.') =>
      planClose(targets, act, () => 'Fits.', 'FP_EXPECTED', undefined, { noteOf: () => note })
    const kinds = (plan: Plan) => plan.ops.map(({ kind }) => kind)
    const whole = close(one(row('1', '2')))
    expect(kinds(whole)).toEqual(['alert.resolve', 'alert.resolve', 'case.recommendStr'])
    expect(whole.ops[2]).toMatchObject({ needs: [0, 1], body: { note: 'No STR.', action: 'reject' } })
    expect([whole.summary, whole.confirm]).toEqual(['Resolved 2 alerts of PX1, no STR', undefined])
    expect(kinds(close({ ...one(row('1', '2')), only: new Set(['1']) }))).toEqual(['alert.resolve'])
    expect(kinds(close({ ...one(row('2')), only: new Set(['2']) }))).toEqual(['alert.resolve', 'case.recommendStr'])
    expect(kinds(close(one(row('1')), 'reject'))).toEqual(['alert.reject'])
    expect(kinds(close(one(row('1')), 'resolve', null))).toEqual(['alert.resolve'])
    const proposed = { ...row('1'), strProposal: { by: boss, at: { date: '2026-03-10 12:00:00', timezone: 'UTC' } } }
    expect(kinds(close(one(proposed)))).toEqual(['alert.resolve'])
    expect(kinds(planClose(one(row('1')), 'resolve', () => 'Own words.', undefined))).toEqual(['alert.resolve'])
  })

  it('proposes an STR under four eyes, approves another person’s, and does not approve its own', () => {
    const row = (by?: typeof me) =>
      caseRow({ alerts: [], ...(by && { strProposal: { by, at: { date: '2026-03-10 12:00:00', timezone: 'UTC' } } }) })
    const plan = (by: typeof me | undefined, action: 'proceed' | 'reject', isReviewed = true) => {
      const { ops, summary, skipped, warnings } = planRecommend(one(row(by)), action, 'x', { me, isReviewed })
      return [
        summary,
        warnings[0],
        ops.map(({ body }) => 'leavesOpen' in (body as object)),
        skipped.map(({ reason }) => reason),
      ]
    }
    expect(plan(undefined, 'proceed')).toEqual(['PX1: STR proposed', 'Somebody else has to approve it', [true], []])
    expect(plan(boss, 'proceed')).toEqual(['PX1: STR recommended', 'This closes the case', [false], []])
    expect(plan(me, 'proceed')[3]).toEqual(['your proposal: another person has to approve it'])
    expect(plan(boss, 'reject')).toEqual(['PX1: proposal of an STR returned', 'The case stays open', [true], []])
    expect(plan(undefined, 'reject')).toEqual(['PX1: no STR', 'This closes the case', [false], []])
    expect(plan(boss, 'reject', false)).toEqual(['PX1: no STR', 'This closes the case', [false], []])
  })

  it('asks for confirmation of a hard stop and of work taken from others', () => {
    const stop = caseRow({ alerts: [alertRow({ alertLevel: 'hardstop' })] })
    expect(planClose(one(stop), 'resolve', () => 'x', undefined).confirm).toBe('Resolve 1 alert of PX1, 1 hard stop')

    const both = new Map([
      ['PX1', caseRow({ manager: boss })],
      ['PX2', caseRow({ id: 'PX2' })],
    ])
    const plan = planAssign({ ids: [...both.keys()], rowOf: (id) => both.get(id) }, me)
    expect(plan.warnings).toEqual(['taken from others: 1 (Max Nager 1)'])
    expect(plan.instead?.plan.ops.map((op) => op.target.caseId)).toEqual(['PX2'])
  })

  it('records the state of the case at the decision', () => {
    expect(planNote(one(caseRow()), 'Called.').ops).toEqual([
      {
        kind: 'case.note',
        target: { platform: 'paxum', customerId: '42', caseId: 'PX1', caseUuid: caseRow().uuid },
        body: { note: 'Called.' },
      },
    ])
    expect(planStatus(one(caseRow()), 'await').ops[0]?.expect).toEqual({ status: 'new' })
  })
})
