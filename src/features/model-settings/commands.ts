/** The commands of model settings: new, open, save, and the choices in a conflict. */
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { configSet, type ConfigSet } from '#contract/model/config-set.ts'
import { changeHere, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { faultsOf, currentStateOf } from '#src/data/net/faults.ts'
import { replaceDraft } from '#src/data/user/replace-draft.ts'
import { refreshCommand, searchCommand } from '#src/features/lists/public.ts'
import { bodyOf, draftOf, isBehind, isChanged, merged, NEW_SETTING } from './draft.ts'
import { draftKey, type ModelSettings, type OpenSetting } from './model-settings.ts'
import { modelSettingQueries } from './queries.ts'

interface ModelCommandDeps {
  settings: ModelSettings
  platform(): string
}

const onScreen = inView('models')
const inList = all(onScreen, flag('hasCursor'))

const home = (platform: string) => `/admin/${encodeURIComponent(platform)}`
const settingsHref = (platform: string) => `${home(platform)}/model-setting`
const settingHref = (platform: string, id: string | number) => `${home(platform)}/item-model-setting/${id}`

export function commands(data: Data, deps: ModelCommandDeps): Command[] {
  const acts = modelActs(data, deps)
  return [...listCommands(acts), ...draftCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function modelActs({ api, queries }: Data, deps: ModelCommandDeps) {
  const { settings, platform } = deps
  const { store, drafts } = settings
  const opened = () => store.getState().opened

  const rowOf = (c: Ctx) => c.list?.rowOf(c.targets[0] ?? '') as ConfigSet | undefined
  /** The one that is open, or the one under the cursor. */
  const meant = (c: Ctx): ConfigSet | null => opened()?.base ?? rowOf(c) ?? null

  const at = (open: OpenSetting) => {
    const base = open.base ? draftOf(open.base) : NEW_SETTING
    return { base, draft: drafts.read(draftKey(open)) ?? base }
  }
  const whyNotSaved = (): string | null => {
    const open = opened()
    if (!open || (open.id !== null && !open.base)) return 'Nothing is open to be saved'
    const { base, draft } = at(open)
    if (store.getState().isSaving) return 'It is being saved'
    if (!isChanged(draft, base)) return 'Nothing has changed'
    if (isBehind(draft, base)) return 'Somebody else changed it: merge first'
    return draft.name.trim() === '' ? 'Give it a name' : null
  }

  /** Caches the server's new state, so that every view agrees. */
  const take = (place: string, set: ConfigSet) => {
    queries.setQueryData(modelSettingQueries.view(api, place, String(set.id)).queryKey, set)
    void queries.invalidateQueries({ queryKey: ['configSets', 'list', place] })
    void queries.invalidateQueries({ queryKey: ['configSets', 'history', place] })
  }
  const save = async (c: Ctx, open: OpenSetting) => {
    const body = bodyOf(at(open).draft, open.platform)
    const where = { platform: open.platform }
    store.setState({ isSaving: true, faults: [] })
    try {
      const sent =
        open.id === null
          ? api.send(configSets.create, { body }, where)
          : api.send(configSets.change, { params: { configId: open.id }, body }, where)
      const { configSet: saved } = await sent
      take(open.platform, saved)
      drafts.drop(draftKey(open))
      if (open.id === null && opened()?.id === null) c.ports.navigate(settingHref(open.platform, saved.id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const theirs = currentStateOf(error, configSet)
      if (theirs) take(open.platform, theirs)
      store.setState({ faults: faultsOf(error) })
    } finally {
      store.setState({ isSaving: false })
    }
  }
  const remove = async (c: Ctx, set: ConfigSet) => {
    try {
      await api.send(configSets.delete, { params: { configId: String(set.id) } }, { platform: set.platform })
    } catch (error) {
      // the server's words are in the status line already
      if (error instanceof ApiError) return
      throw error
    }
    drafts.drop(draftKey({ platform: set.platform, id: String(set.id) }))
    await queries.invalidateQueries({ queryKey: ['configSets', 'list', set.platform] })
    if (opened()?.id === String(set.id)) c.ports.navigate(settingsHref(set.platform))
  }

  return { queries, platform, store, drafts, opened, rowOf, meant, at, whyNotSaved, save, remove }
}
type ModelActs = ReturnType<typeof modelActs>

function listCommands({ queries, platform, rowOf }: ModelActs): Command[] {
  return [
    defineCommand({
      id: 'nav.model-settings',
      title: 'Go to Model Setting',
      shortTitle: 'Model Setting',
      group: 'Navigate',
      keywords:
        'configuration, config, config set, parameters, lists of values, keyword lists, country lists, model, value lists, risk countries, high risk countries, prohibited countries, thresholds',
      keys: ['g s'],
      run: (c) => c.ports.navigate(`${home(platform())}/model-setting`),
    }),
    defineCommand({
      id: 'model.new',
      title: 'New model configuration',
      group: 'Rules',
      keywords: 'create, add, config set, new list, new value list, new keyword list, new configuration',
      when: onScreen,
      keys: ['c'],
      calls: [configSets.create],
      offline: 'local',
      run: (c) => c.ports.navigate(`${home(platform())}/add-model-setting`),
    }),
    defineCommand({
      id: 'model.open',
      title: (c) => `Open ${rowOf(c)?.name ?? 'the configuration'}`,
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'edit, values, view list, change values, details',
      when: inList,
      keys: ['enter', 'o'],
      run: (c) => {
        const row = rowOf(c)
        if (row) c.ports.navigate(settingHref(row.platform, row.id))
      },
    }),
    searchCommand({ id: 'model.search', noun: 'model settings', keywords: 'find, filter, value', when: inList }),
    refreshCommand({
      id: 'model.refresh',
      noun: 'model settings',
      when: onScreen,
      run: () => void queries.invalidateQueries({ queryKey: ['configSets'] }),
    }),
  ]
}

function draftCommands({ store, drafts, opened, meant, at, whyNotSaved, save, remove }: ModelActs): Command[] {
  return [
    defineCommand({
      id: 'model.save',
      title: 'Save the model configuration',
      shortTitle: 'Save',
      group: 'Rules',
      keywords: 'save changes, store, keep',
      when: onScreen,
      keys: ['mod+s', 'mod+enter'],
      calls: [configSets.change],
      disabledReason: whyNotSaved,
      run: (c) => {
        const open = opened()
        if (open) void save(c, open)
      },
    }),
    defineCommand({
      id: 'model.discard',
      title: 'Discard unsaved changes',
      shortTitle: 'Discard changes',
      group: 'Rules',
      keywords: 'revert, reset, theirs, undo changes, cancel',
      when: onScreen,
      undo: { kind: 'hold' },
      disabledReason: () => {
        const open = opened()
        return open && isChanged(at(open).draft, at(open).base) ? null : 'Nothing has changed'
      },
      run: () => {
        const open = opened()
        const draft = open && drafts.read(draftKey(open))
        if (!open || !draft) return undefined
        return changeHere(
          'Changes discarded',
          () => drafts.drop(draftKey(open)),
          () => drafts.write(draftKey(open), draft),
        )
      },
    }),
    defineCommand({
      id: 'model.insist',
      title: 'Merge my changes with the saved version',
      shortTitle: 'Merge',
      group: 'Rules',
      keywords: 'conflict, keep mine, merge, overwrite',
      when: onScreen,
      keys: ['m'],
      undo: { kind: 'hold' },
      disabledReason: () => {
        const open = opened()
        return open && isBehind(at(open).draft, at(open).base) ? null : 'Nobody else has changed it'
      },
      run: () => {
        const open = opened()
        if (!open) return undefined
        const { base, draft } = at(open)
        const together = merged(draft, base, store.getState().chosen)
        store.setState({ chosen: {}, faults: [] })
        const back = replaceDraft(drafts, draftKey(open), [draft, together])
        return { announce: 'Merged: save to keep it', ...back }
      },
    }),
    defineCommand({
      id: 'model.delete',
      title: (c) => `Delete ${meant(c)?.name ?? 'the configuration'}`,
      shortTitle: 'Delete',
      group: 'Rules',
      keywords: 'remove, erase, trash',
      when: onScreen,
      keys: ['#', 'delete'],
      undo: { kind: 'none', confirm: true },
      calls: [configSets.delete],
      disabledReason: (c) => (meant(c) ? null : 'There is nothing to delete'),
      run: (c) => {
        const set = meant(c)
        if (set) void remove(c, set)
      },
    }),
    defineCommand({
      id: 'model.leave',
      title: 'Back to the model settings',
      shortTitle: 'Back',
      group: 'Navigate',
      keywords: 'close, exit, return, all settings',
      when: all(onScreen, not(flag('hasSelection')), not(flag('typing'))),
      keys: ['escape'],
      disabledReason: () => (opened() ? null : 'This is the list'),
      run: (c) => {
        const open = opened()
        if (!open) return undefined
        const isKept = isChanged(at(open).draft, at(open).base)
        c.ports.navigate(settingsHref(open.platform))
        return isKept ? { announce: 'Not saved; it is here when you come back' } : undefined
      },
    }),
  ]
}
