/** The commands of the inbox of approvals: worked like triage, one after the other, by keyboard. */
import { approvals } from '#contract/calls/cases/approvals.ts'
import { APPROVAL_LABELS, type Approval } from '#contract/model/cases/approval.ts'
import { APPROVAL_KINDS, type ApprovalKind } from '#contract/model/values.ts'
import {
  defineArg,
  defineCommand,
  type Command,
  type CommandInit,
  type Ctx,
  type Keywords,
} from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import { textArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { ignoreRefusal } from '#src/data/net/ignore-refusal.ts'
import { administrationKey } from '#src/features/administration/public.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { approvalsStore, SHOWN, type Shown } from './approvals.ts'
import { approvalsKey } from './queries.ts'
import { caseHref, customerHref } from '#src/features/cases/public.ts'

const inInbox = inView('approvals')
const onRow = all(inInbox, flag('hasCursor'))

export function commands(data: Pick<Data, 'api' | 'queries'>): Command[] {
  const acts = approvalActs(data)
  return [...decideCommands(acts), ...listCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function approvalActs({ api, queries }: Pick<Data, 'api' | 'queries'>) {
  const rowOf = (c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as Approval | undefined
  const again = async () => {
    const { platform } = approvalsStore.getState()
    // an approved request may be a policy
    const keys = [approvalsKey(platform), administrationKey(platform)]
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }

  /** The row leaves at once, so that the next one is under the cursor; what the server refused comes back. */
  const decide = async ({ id, platform, version }: Approval, act: 'approve' | 'return', note: string) => {
    const key = [...approvalsKey(platform), 'list', 'open']
    queries.setQueryData<{ items: Approval[] }>(
      key,
      (was) => was && { items: was.items.filter((one) => one.id !== id) },
    )
    const params = { approvalId: id }
    const sending =
      act === 'approve'
        ? api.send(approvals.approve, { params, body: { note, version } }, { platform })
        : api.send(approvals.return, { params, body: { note } }, { platform })
    await ignoreRefusal(sending).finally(again)
  }
  const note = (prompt: string) => textArg('note', prompt, 'a note')
  const decision = (
    act: 'approve' | 'return',
    init: Pick<CommandInit<readonly []>, 'id' | 'keys'> & { keywords: Keywords; verb: string; prompt: string },
  ) =>
    defineCommand({
      id: init.id,
      title: (c) => `${init.verb}: ${rowOf(c)?.title ?? 'the request'}…`,
      shortTitle: `${init.verb}…`,
      group: 'Triage',
      keywords: init.keywords,
      when: onRow,
      keys: init.keys ?? [],
      calls: [approvals[act]],
      disabledReason: (c) => (c.size > 1 ? 'One request at a time: clear the selection' : whyNot(rowOf(c), act)),
      args: [note(init.prompt)],
      run: (c, args) => {
        const row = rowOf(c)
        if (row) void decide(row, act, args.note)
      },
    })

  return { rowOf, again, decision }
}
type ApprovalActs = ReturnType<typeof approvalActs>

function decideCommands({ decision }: ApprovalActs): Command[] {
  return [
    defineCommand({
      id: 'nav.approvals',
      title: 'Go to Approvals',
      shortTitle: 'Approvals',
      group: 'Navigate',
      keywords:
        'four eyes, second person, pending approval, approve, proposed, proposal, inbox, sign off, maker checker, dual control, authorise, authorize, waiting for approval, to approve, requests, 4 eyes, second pair of eyes',
      keys: ['g shift+a'],
      run: (c) => c.ports.navigate(`/admin/${encodeURIComponent(currentPlatform())}/team/approvals`),
    }),
    decision('approve', {
      id: 'approval.approve',
      verb: 'Approve',
      prompt: 'Approve, because',
      keys: ['a'],
      keywords: 'four eyes, second person, accept, confirm, ok, agree, sign off, authorise, authorize, yes, allow',
    }),
    decision('return', {
      id: 'approval.return',
      verb: 'Return',
      prompt: 'Return it because',
      keys: ['shift+r'],
      keywords: 'reject, withdraw, decline, deny, refuse, send back, disapprove, no, rework',
    }),
  ]
}

function listCommands({ rowOf, again }: ApprovalActs): Command[] {
  return [
    defineCommand({
      id: 'approval.open',
      title: (c) => `Open ${rowOf(c)?.object.label ?? 'what it is about'}`,
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'case, rule, client, form, allow list, details, view, inspect, look at',
      when: onRow,
      keys: ['enter', 'o'],
      disabledReason: (c) => {
        const row = rowOf(c)
        return row && objectHref(row) === null ? 'Several things wait as one: see the preview' : null
      },
      run: (c) => {
        const row = rowOf(c)
        const href = row && objectHref(row)
        if (href) c.ports.navigate(href)
      },
    }),
    defineCommand({
      id: 'approval.show',
      title: 'Show other approvals…',
      shortTitle: 'Show…',
      group: 'View',
      keywords: 'filter, mine, decided, asked, pending, history, all approvals',
      when: inInbox,
      keys: ['w'],
      args: [
        defineArg<'shown', Shown>({
          name: 'shown',
          type: 'choice',
          prompt: () => 'Show',
          source: () => Object.entries(SHOWN).map(([id, title]) => ({ id, value: id as Shown, title })),
          default: () => approvalsStore.getState().shown,
        }),
      ],
      run: (_, { shown }) => approvalsStore.setState({ shown }),
    }),
    defineCommand({
      id: 'approval.kind',
      title: 'Filter approvals by kind…',
      shortTitle: 'Kind…',
      group: 'View',
      keywords: 'filter, type, category, only rules, only strs',
      when: inInbox,
      keys: ['f'],
      args: [
        defineArg<'kind', ApprovalKind | ''>({
          name: 'kind',
          type: 'choice',
          prompt: () => 'Kind',
          source: () => [
            { id: 'any', value: '', title: 'Any kind' },
            ...APPROVAL_KINDS.map((value) => ({ id: value, value, title: APPROVAL_LABELS[value] })),
          ],
        }),
      ],
      run: (_, { kind }) => approvalsStore.setState({ kind }),
    }),
    refreshCommand({ id: 'approval.refresh', noun: 'approvals', when: inInbox, run: () => void again() }),
  ]
}

/** The reason why it cannot be decided now; its author may withdraw it. */
function whyNot(row: Approval | undefined, act: 'approve' | 'return'): string | null {
  if (!row) return 'Nothing is pending here'
  if (row.status !== 'open') return `It was ${row.status} already`
  return act === 'approve' ? row.refusal : null
}

/** Null where several things wait as one. */
function objectHref({ platform, object }: Pick<Approval, 'platform' | 'object'>): string | null {
  const { kind, id, caseId, customerId, ruleId } = object
  const home = `/admin/${encodeURIComponent(platform)}`
  if (kind === 'rule') return `${home}/rules/${encodeURIComponent(id)}`
  if (kind === 'config set') return `${home}/item-model-setting/${encodeURIComponent(id)}`
  if (kind === 'policy') return `${home}/administration/policies`
  if (kind === 'screening threshold') return `${home}/administration/screening-lists`
  if (kind === 'form') return `${home}/form/${encodeURIComponent(id)}`
  if (kind === 'allowlist' && ruleId) return `${home}/${encodeURIComponent(id)}/${encodeURIComponent(ruleId)}`
  if (caseId !== null) return caseHref(platform, caseId)
  return customerId === null ? null : customerHref(platform, customerId)
}
