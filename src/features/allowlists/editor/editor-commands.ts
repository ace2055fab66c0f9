/** The commands of the editor of an allowlist. */
import { allowlists as calls } from '#contract/calls/rules/allowlists.ts'
import { customers as customerCalls } from '#contract/calls/customers.ts'
import { customerType } from '#contract/model/customer.ts'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { changeHere, defineArg, defineCommand, type Command, type Ctx, type Effect } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { replaceDraft } from '#src/data/user/replace-draft.ts'
import { draftKey } from '#src/features/allowlists/allowlists.ts'
import type { SideRow } from '#src/features/allowlists/covered-rows.ts'
import { type AllowlistDeps } from '#src/features/allowlists/deps.ts'
import { allowlistHref, listHref, versionHref } from '#src/features/allowlists/links.ts'
import { focusSide } from '#src/features/allowlists/list-commands.ts'
import { allowlistQueries } from '#src/features/allowlists/queries.ts'
import { caseHref, customerHref } from '#src/features/cases/public.ts'
import { ruleQueries } from '#src/features/rules/public.ts'
import { draftOf, isBehind, isChanged, merged, missingToSave, withCustomer, withRule, type Draft } from './draft.ts'
import { saveDraft } from './save.ts'

const onEditor = inView('allowlist')
const onRow = all(onEditor, flag('hasCursor'))

/** A client, or null for every client of the type. */
type Client = { id: string; title: string } | null

export function editorCommands(deps: AllowlistDeps): Command[] {
  const acts = editorActs(deps)
  return [...draftCommands(acts), ...contentCommands(acts), ...placeCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function editorActs(deps: AllowlistDeps) {
  const { data, allowlists, cases, platform } = deps
  const { api, queries } = data
  const { store, drafts } = allowlists
  const opened = () => store.getState().opened
  const at = () => {
    const open = opened()
    return open && { open, draft: drafts.read(open.key) ?? open.base }
  }
  const write = (next: (draft: Draft) => Draft) => {
    const now = at()
    if (now) drafts.write(now.open.key, next(now.draft))
  }

  /** The server's words are in the status line already. */
  const unlessRefused = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error
  }

  return {
    data,
    allowlists,
    cases,
    platform,
    api,
    queries,
    store,
    drafts,
    opened,
    at,
    write,
    unlessRefused,
    /** The reason why the draft cannot be edited; null if it can. */
    whyLocked: (): string | null => {
      const open = opened()
      if (!open) return 'No allow list is open'
      return open.isVersion ? 'An earlier version is only read' : null
    },
    whyNotSaved: (): string | null => {
      const now = at()
      if (!now) return 'No allow list is open'
      const { open, draft } = now
      if (store.getState().isSaving) return 'It is being saved'
      if (open.saved && !isChanged(draft, open.base)) return 'Nothing has changed'
      if (isBehind(draft, open.base)) return 'Somebody changed it: merge the two first'
      return missingToSave(draft)
    },
    setClient: async (client: Client) => {
      if (client === null) return write((draft) => withCustomer(draft, null))
      const params = { platform: platform(), customerId: client.id }
      try {
        const { profile } = await api.send(customerCalls.info, { params }, { quiet: true })
        write((draft) => withCustomer(draft, { id: client.id, name: client.title, type: customerType(profile) }))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        store.setState({ faults: [{ place: 'customerId', message: error.message }] })
      }
      return undefined
    },
    /** Restores a version as a draft on the current one; undo restores the earlier draft. */
    takeUp: (c: Ctx, version: Allowlist): Effect => {
      const key = draftKey(version)
      const before = drafts.read(key)
      let isWithdrawn = false
      const write = async () => {
        const view = allowlistQueries.view(api, version.platform, version.id)
        const base = await queries.fetchQuery({ ...view, staleTime: 0 })
        if (isWithdrawn) return
        drafts.write(key, { ...draftOf(version), base })
        c.ports.navigate(allowlistHref(base))
      }
      return changeHere(
        `An earlier version is written on${before ? ' in place of what was being written' : ''}`,
        () => {
          isWithdrawn = false
          write().catch(unlessRefused)
        },
        () => {
          isWithdrawn = true
          if (before) drafts.write(key, before)
          else drafts.drop(key)
        },
      )
    },
  }
}
type EditorActs = ReturnType<typeof editorActs>

function draftCommands({ data, allowlists, store, drafts, at, whyLocked, whyNotSaved }: EditorActs): Command[] {
  return [
    defineCommand({
      id: 'allowlist.save',
      title: 'Save the allow list',
      shortTitle: 'Save',
      group: 'Rules',
      keywords: 'save changes, store, keep, submit',
      when: onEditor,
      keys: ['mod+s', 'mod+enter'],
      calls: [calls.change],
      disabledReason: () => whyLocked() ?? whyNotSaved(),
      run: () => {
        const now = at()
        if (now) void saveDraft(data, allowlists, now.open, now.draft)
      },
    }),
    defineCommand({
      id: 'allowlist.discard',
      title: 'Discard unsaved changes',
      shortTitle: 'Discard changes',
      group: 'Rules',
      keywords: 'revert, reset, theirs, undo changes, cancel',
      when: onEditor,
      undo: { kind: 'hold' },
      disabledReason: () => {
        const now = at()
        return now && isChanged(now.draft, now.open.base) ? whyLocked() : 'Nothing has changed'
      },
      run: () => {
        const now = at()
        if (!now) return undefined
        const { open, draft } = now
        return changeHere(
          'Changes discarded',
          () => drafts.drop(open.key),
          () => drafts.write(open.key, draft),
        )
      },
    }),
    defineCommand({
      id: 'allowlist.insist',
      title: 'Merge my changes with their version',
      shortTitle: 'Merge',
      group: 'Rules',
      keywords: 'conflict, keep mine, rebase, merge, overwrite',
      when: onEditor,
      keys: ['m'],
      undo: { kind: 'hold' },
      disabledReason: () => {
        const now = at()
        return now && isBehind(now.draft, now.open.base) ? whyLocked() : 'Nobody else has changed it'
      },
      run: () => {
        const now = at()
        if (!now) return undefined
        const { open, draft } = now
        const together = merged(draft, open.base, store.getState().chosen)
        store.setState({ chosen: {}, faults: [] })
        const back = replaceDraft(drafts, open.key, [draft, together])
        return { announce: 'Merged; save to keep', ...back }
      },
    }),
  ]
}

function contentCommands(acts: EditorActs): Command[] {
  return [
    defineCommand({
      id: 'allowlist.rule',
      title: 'Choose the rule…',
      shortTitle: 'Rule…',
      group: 'Rules',
      keywords: 'which rule, choose rule, scenario, select rule',
      when: onEditor,
      keys: ['r'],
      calls: [calls.change],
      offline: 'local',
      disabledReason: () => acts.whyLocked() ?? (acts.opened()?.saved ? 'An allow list stays with its rule' : null),
      args: [
        defineArg<'rule', string>({
          name: 'rule',
          type: 'choice',
          prompt: () => 'Suppress alerts of this rule',
          source: async () => {
            const query = ruleQueries.list(acts.api, acts.platform(), { shortResponse: 'true' })
            const { items } = await acts.queries.ensureQueryData(query)
            return items.map(({ id, name, type }) => ({ id, value: id, title: name, detail: type }))
          },
        }),
      ],
      run: (_, { rule: ruleId }) => {
        acts.queries
          .ensureQueryData(ruleQueries.view(acts.api, acts.platform(), ruleId))
          .then((rule) => acts.write((draft) => withRule(draft, rule)))
          .catch(acts.unlessRefused)
      },
    }),
    defineCommand({
      id: 'allowlist.client',
      title: 'Choose the client…',
      shortTitle: 'Client…',
      group: 'Rules',
      keywords: 'customer, everybody, which customer, choose customer, account, select client',
      when: onEditor,
      keys: ['u'],
      calls: [calls.change],
      disabledReason: acts.whyLocked,
      args: [
        defineArg<'client', Client>({
          name: 'client',
          type: 'choice',
          prompt: () => 'Suppress alerts of this client',
          source: async (_, query) => {
            const found = await acts.cases.findCustomers(acts.platform(), query)
            const one = found.map(({ value, label }) => ({
              id: value,
              value: { id: value, title: label },
              title: label,
            }))
            return [
              ...one,
              ...('every client of a type'.includes(query.toLowerCase())
                ? [{ id: 'every', value: null, title: 'Every client of a type' }]
                : []),
            ]
          },
        }),
      ],
      run: (_, { client }) => void acts.setClient(client),
    }),
    defineCommand({
      id: 'allowlist.covered',
      title: 'Open alerts that it covers',
      shortTitle: 'Matching alerts',
      group: 'Rules',
      keywords: 'dry run, would resolve, try, matching, affected alerts, impact, preview, simulate',
      when: onEditor,
      keys: ['d'],
      run: () => {
        acts.store.setState({ side: 'covered' })
        focusSide()
      },
    }),
  ]
}

function placeCommands({ platform, store, opened, at, takeUp }: EditorActs): Command[] {
  return [
    defineCommand({
      id: 'allowlist.openRow',
      title: 'Open the row under the cursor',
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'details, view, show',
      when: onRow,
      keys: ['enter', 'o'],
      run: (c) => {
        const row = c.list?.rowOf(c.targets[0] ?? '') as SideRow | undefined
        if (!row) return
        if (row.kind === 'version') c.ports.navigate(versionHref(row.version))
        else if (row.alert.caseId !== null) c.ports.navigate(caseHref(platform(), row.alert.caseId))
        else c.ports.navigate(`${customerHref(platform(), row.alert.customerId)}?section=alerts`)
      },
    }),
    defineCommand({
      id: 'allowlist.restore',
      title: 'Restore this version as the draft',
      shortTitle: 'Restore this version',
      group: 'Rules',
      keywords: 'revert, earlier, roll back, previous version',
      when: onEditor,
      undo: { kind: 'hold' },
      calls: [calls.change],
      disabledReason: () => (opened()?.isVersion ? null : 'This is the current version'),
      run: (c) => {
        const version = opened()?.saved
        return version ? takeUp(c, version) : undefined
      },
    }),
    defineCommand({
      id: 'allowlist.leave',
      title: 'Back to the allow lists',
      shortTitle: 'Back',
      group: 'Navigate',
      keywords: 'close, exit, return, all allow lists',
      when: all(onEditor, not(flag('hasSelection')), not(flag('typing'))),
      keys: ['escape'],
      run: (c) => {
        const now = at()
        const { filter } = store.getState()
        const current = now?.open.isVersion ? now.open.saved : null
        c.ports.navigate(current ? allowlistHref(current) : listHref(platform(), filter))
        const isKept = now && !now.open.isVersion && isChanged(now.draft, now.open.base)
        return isKept ? { announce: 'Not saved; your draft is kept' } : undefined
      },
    }),
  ]
}
