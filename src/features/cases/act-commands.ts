/** The commands that decide: resolve, reject, assign, await, recommend, note. */
import type { Person } from '#contract/model/common.ts'
import type { StrAction } from '#contract/model/values.ts'
import { defineArg, defineCommand, emptyPlan, type Command } from '#src/commands/command.ts'
import { all, any, flag, inOverlay, inView, not } from '#src/commands/dispatcher/when.ts'
import { textArg } from '#src/commands/text-arg.ts'
import type { CaseDeps, Targets } from '#src/features/cases/detail/case-deps.ts'
import { openAlertNote } from '#src/features/cases/detail/open-shared-note.ts'
import { planAssign, planClose, planNote, planStatus } from '#src/features/cases/queue/plans.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import {
  closingNotes,
  dispositionArg,
  recommendationNotes,
  noteArg,
  templateRef,
} from '#src/features/templates/public.ts'
import { caseActs, type CaseActs } from './acts.ts'
import { whyNotCases, whyNotClose, whyNotRecommend } from './why-not.ts'
import { closeWithLast } from './close-case.ts'
import { recommendationChoices } from './recommendations.ts'

/** A case is current, selected or open; or an alert of it is in the drawer, without a selection. */
export const onCases = any(
  all(inOverlay('none'), any(all(inView('queue'), any(flag('hasCursor'), flag('hasSelection'))), inView('case'))),
  all(inOverlay('alert'), inView('case'), flag('alertCursor'), not(flag('hasSelection'))),
)

/** The rule types of the targets, as far as rows have them. */
function ruleTypesOf({ ids, rowOf, only }: Targets): string[] {
  const alerts = ids.flatMap((id) => rowOf(id)?.alerts ?? []).filter(({ id }) => only?.has(id) ?? true)
  return [...new Set(alerts.flatMap(({ ruleType }) => ruleType ?? []))]
}

/** The commands that write on cases, over what the window lends them. */
export function actCommands(deps: CaseDeps): Command[] {
  const acts = caseActs(deps)
  return [...closeCommands(acts), ...caseworkCommands(acts), ...conclusionCommands(acts)]
}

function closeCommands({ deps, of, deciding, reads, againstStack, noteOf, only, readFacts }: CaseActs): Command[] {
  const close = (act: 'resolve' | 'reject') => {
    const verb = act === 'resolve' ? 'Resolve' : 'Reject'
    const id = act === 'resolve' ? 'alert.resolve' : 'alert.reject'
    return defineCommand({
      id,
      title: (c) => `${verb} alerts of ${of(c).label}…`,
      shortTitle: `${verb}…`,
      group: 'Triage',
      keywords:
        act === 'resolve'
          ? 'close, dismiss, false positive, fp, discount, clear, clear alert, close alert, close case, archive, done, complete, finish, no further action, nfa, no action, not suspicious, benign, resolve alert, disposition, decide, decision, bulk close, close all, mark as done, template, waive, acknowledge, release alert, release payment, release transaction, approve transaction, whitelist once'
          : 'refuse, decline, deny, block, reject payment, reject transaction, block payment, stop payment, invalid, not allowed',
      when: onCases,
      keys: [act === 'resolve' ? 'r' : 'shift+r'],
      count: 'rows',
      advance: 'next',
      priority: 10,
      // a bouncing "same again" must not decide an unseen row
      disabledReason: (c) =>
        (c.source === 'repeat' && c.atoms.triage ? deps.tooSoon() : null) ?? againstStack(c) ?? whyNotClose(of(c)),
      args: [
        dispositionArg(
          (c) => `${verb} alerts of ${of(c).label}: note`,
          (c) => {
            readFacts(c)
            return closingNotes(act, ruleTypesOf(of(c)), only(c))
          },
        ),
      ],
      reads,
      plan: (c, { note }) => {
        const closing = closeWithLast(deps, note.reason)
        return planClose(deciding(c), act, noteOf(note), note.reason, templateRef(note), closing)
      },
      run: () => deps.decided(false),
      otherwise: (c, { note }, plan) => openAlertNote(deps, of(c), plan, note, { id, verb }),
    })
  }

  return [close('resolve'), close('reject')]
}

function caseworkCommands({ deps, of, me }: CaseActs): Command[] {
  return [
    defineCommand({
      id: 'case.assign',
      title: (c) => `Assign ${of(c).label} to…`,
      shortTitle: 'Assign to…',
      group: 'Assign',
      keywords:
        'give, reassign, delegate, transfer, owner, change owner, assignee, allocate, hand off, pass, route, move to, set owner, bulk assign, assign all, give to, analyst, colleague, send to, forward',
      when: onCases,
      keys: ['a'],
      count: 'rows',
      line: 'assign, give, reassign, delegate, assign to',
      disabledReason: (c) => whyNotCases(of(c), 'assign'),
      advance: 'none',
      args: [
        defineArg<'manager', Person>({
          name: 'manager',
          type: 'choice',
          recalls: true,
          prompt: (c) => `Assign ${of(c).label} to`,
          source: (c, query) => {
            const { ids, rowOf } = of(c)
            const customerIds = ids.flatMap((id) => rowOf(id)?.customerId ?? [])
            return deps.assignees(currentPlatform(), query, { queue: 'case', customerIds })
          },
        }),
      ],
      plan: (c, { manager }) => planAssign(of(c), manager),
    }),
    defineCommand({
      id: 'case.assignMe',
      title: (c) => `Assign ${of(c).label} to me`,
      shortTitle: 'Assign to me',
      group: 'Assign',
      keywords:
        'take, claim, mine, grab, pick up, self assign, assign me, take over, take ownership, own, start work, accept case, lock case',
      when: onCases,
      keys: ['m'],
      count: 'rows',
      disabledReason: (c) => whyNotCases(of(c), 'assign'),
      plan: (c) => (deps.me() ? planAssign(of(c), me()) : emptyPlan),
    }),
    defineCommand({
      id: 'case.await',
      title: (c) => `Set ${of(c).label} to awaiting response`,
      shortTitle: 'Await customer',
      group: 'Triage',
      keywords:
        'wait, pending, hold, on hold, put on hold, park, awaiting, awaiting response, waiting for customer, waiting on client, pending customer, information requested, request for information, rfi, pause',
      when: onCases,
      keys: ['w'],
      count: 'rows',
      advance: 'next',
      disabledReason: (c) => whyNotCases(of(c), 'await'),
      plan: (c) => planStatus(of(c), 'await'),
      run: () => deps.decided(true),
    }),
    defineCommand({
      id: 'case.renew',
      title: (c) => `Set ${of(c).label} back to new`,
      shortTitle: 'Set new',
      group: 'Triage',
      keywords:
        'reopen, open again, back to new, answered, reactivate, new, unpause, resume, take off hold, status new, reset status, undo close',
      when: onCases,
      keys: ['shift+w'],
      count: 'rows',
      disabledReason: (c) => whyNotCases(of(c), 'new'),
      plan: (c) => planStatus(of(c), 'new'),
    }),
  ]
}

/** The recommendation on a case, and what is noted on it. */
function conclusionCommands(acts: CaseActs): Command[] {
  return [
    defineCommand({
      id: 'case.recommendStr',
      title: (c) => `Recommend on ${acts.of(c).label}: STR or not…`,
      shortTitle: 'Recommend STR…',
      group: 'Triage',
      keywords:
        'suspicious, report, str, sar, file sar, file str, file report, report suspicious, suspicious transaction report, proceed, recommend, goaml, fiu, fincen, true positive, conclude, close case, complete, no str, filing, suspicion, confirm suspicion, sor, ctr, disclose, decision, submit report',
      when: onCases,
      keys: ['s'],
      // an STR asks for confirmation; that there is none can be taken back
      disabledReason: (c) => acts.againstStack(c) ?? whyNotRecommend(acts.of(c), 'proceed'),
      advance: 'next',
      args: [
        defineArg<'action', StrAction>({
          name: 'action',
          type: 'choice',
          prompt: (c) => `Recommendation on ${acts.of(c).label}`,
          source(c) {
            const { ids, rowOf } = acts.of(c)
            return recommendationChoices(rowOf(ids[0] ?? ''), acts.deps.review(), ids.length > 1)
          },
        }),
        noteArg(
          (c) => `Grounds, for ${acts.of(c).label}`,
          (c, _, chosen) => recommendationNotes(chosen['action'] as StrAction, acts.first(c, true)),
        ),
      ],
      reads: acts.reads,
      plan: acts.planRecommendation,
      run: () => acts.deps.decided(true),
      otherwise: acts.writeGrounds,
    }),
    defineCommand({
      id: 'case.comment',
      title: (c) => `Add a note to ${acts.of(c).label}…`,
      shortTitle: 'Note…',
      group: 'Triage',
      keywords:
        'comment, write, remark, note, add comment, annotate, narrative, memo, write up, add note, log, rationale, journal, annotation',
      when: onCases,
      keys: ['c'],
      run: acts.openComment,
    }),
    defineCommand({
      id: 'case.note',
      title: (c) => `Save the note on ${acts.of(c).label}`,
      shortTitle: 'Save note',
      group: 'Triage',
      hidden: true,
      line: 'note, comment, add note',
      when: any(onCases, inView('case')),
      args: [textArg('text', (c) => `Note on ${acts.of(c).label}`, 'a note')],
      plan: (c, { text }) => planNote(acts.of(c), text),
    }),
  ]
}
