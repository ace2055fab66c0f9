/** Writing allowlists: only online, since what they silence has to be seen by everybody at once. */
import { allowlists as calls } from '#contract/calls/rules/allowlists.ts'
import { allowlist, resolveMessage, type Allowlist } from '#contract/model/rules/allowlist.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { faultsOf, currentStateOf } from '#src/data/net/faults.ts'
import type { Allowlists, OpenAllowlist } from '#src/features/allowlists/allowlists.ts'
import { allowlistQueries } from '#src/features/allowlists/queries.ts'
import { criteriaToSend, focusPlace } from '#src/features/rules/public.ts'
import { bodyOf, type Draft } from './draft.ts'

type Net = Pick<Data, 'api' | 'queries'>

/** Caches the server's new state, so that every view agrees. */
function take({ api, queries }: Net, { platform }: OpenAllowlist, saved: Allowlist): void {
  queries.setQueryData(allowlistQueries.view(api, platform, saved.id).queryKey, saved)
}

/** Everything that may have changed with one of them. */
const readAgain = ({ queries }: Net) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['allowlists'] }),
    queries.invalidateQueries({ queryKey: ['alerts', 'allowlists'] }),
    queries.invalidateQueries({ queryKey: ['tasks'] }),
  ])

/** Saves a draft. Marks faults, and shows a concurrent change beside it. */
export async function saveDraft(net: Net, { store, drafts }: Allowlists, open: OpenAllowlist, draft: Draft) {
  const { platform, key, saved: before } = open
  const body = bodyOf(draft, open.types, criteriaToSend)
  store.setState({ isSaving: true, faults: [] })
  try {
    const versionId = draft.base?.versionId
    const saved = before
      ? await net.api.send(calls.change, { body: { ...body, id: before.id, versionId } }, { platform })
      : await net.api.send(calls.create, { body }, { platform })
    take(net, open, saved)
    drafts.drop(key)
    open.onSaved(saved)
    await readAgain(net)
  } catch (error) {
    // the server's words are in the status line already
    if (!(error instanceof ApiError)) throw error
    const theirs = currentStateOf(error, allowlist)
    if (theirs) take(net, open, theirs)
    const faults = faultsOf(error)
    store.setState({ faults })
    if (faults[0]) focusPlace(faults[0].place)
  } finally {
    store.setState({ isSaving: false })
  }
}

/** Deletes one; false where the server did not let it. */
export async function deleteAllowlist(net: Net, { platform, id }: Pick<Allowlist, 'platform' | 'id'>) {
  try {
    await net.api.send(calls.delete, { params: { id } }, { platform })
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
  await readAgain(net)
  return true
}

/** Starts resolving what a version covers; answers what is to be said of it (docs/design/specification.md#errors). */
export async function startResolving(
  net: Net,
  { platform, versionId }: Pick<Allowlist, 'platform' | 'versionId'>,
  body: { closeCases: boolean } | undefined,
): Promise<string> {
  try {
    const reply = await net.api.send(calls.resolveAlerts, { params: { versionId }, body }, { platform, quiet: true })
    await readAgain(net)
    return resolveMessage(reply)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return resolveMessage(error.problem ?? undefined)
  }
}
