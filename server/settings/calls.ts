/** Documents of a person or of a platform's team. */
import type { settings } from '#contract/calls/settings.ts'
import { SETTING_KINDS, SETTINGS_MAX, type SettingKind, type SettingScope } from '#contract/model/settings.ts'
import type { Role } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import type { Context, Handlers, Account } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { countSettings, dropSetting, findSetting, settingsFor, writeSetting, type Place } from './queries.ts'

/** Who may write a scope; null for everybody. */
const WRITERS: Record<SettingScope, readonly Role[] | null> = {
  mine: null,
  shared: ['manager', 'admin', 'super_admin'],
}

/** The reason why the account may not write a document of that kind and scope. */
function whyNotWrite(account: Account, scope: SettingScope, kind: SettingKind): string | null {
  if (scope === 'shared' && !SETTING_KINDS[kind].canShare) return 'That is one’s own and cannot be shared.'
  const writers = WRITERS[scope]
  if (writers && !writers.some((role) => account.roles.includes(role))) return 'Only managers change what is shared.'
  return null
}

interface Named {
  scope: SettingScope
  kind: SettingKind
  id: string
}

/** The place of a document, if the account may write it. Nobody can name another person's. */
function placeOf({ account, platform }: Context, { scope, kind, id }: Named): Place {
  const why = whyNotWrite(account, scope, kind)
  if (why !== null) throw new Refusal(403, why)
  return {
    owner: scope === 'mine' ? account.id : '',
    platform: SETTING_KINDS[kind].of === 'platform' ? platform : '',
    kind,
    id,
  }
}

/** The place that a path names; an invalid path is as unknown as a missing document. */
function readNamed({ scope = '', kind = '', id = '' }: Record<string, string>): Named {
  if ((scope !== 'mine' && scope !== 'shared') || !Object.hasOwn(SETTING_KINDS, kind)) {
    throw new Refusal(404, `There is no ${scope}/${kind} here.`)
  }
  return { scope, kind: kind as SettingKind, id }
}

const objectOf = ({ scope, kind, id }: Named) => ({ kind: 'setting', id: `${scope}/${kind}/${id}` })
const changed = 'It was changed elsewhere since it was read.'

export const settingsCalls: Handlers<typeof settings> = {
  async list(_, { db, account, platform }) {
    return { items: await settingsFor(db, account.id, platform) }
  },

  async save({ body }, context) {
    const place = placeOf(context, body)
    return context.db.transaction().execute(async (tx) => {
      if (body.version === 0 && (await countSettings(tx, place)) >= SETTINGS_MAX) {
        throw new Refusal(422, `At most ${SETTINGS_MAX} can be kept: remove some first.`)
      }
      const before = await findSetting(tx, place)
      const write = { version: body.version, value: body.value, by: context.account.id, at: context.now() }
      const isWritten = await writeSetting(tx, place, write)
      const current = await findSetting(tx, place)
      if (!isWritten || !current) throw new Refusal(409, changed, current)
      await record(tx, context, {
        action: 'save setting',
        object: objectOf(body),
        platform: place.platform || null,
        version: current.version,
        // a private document is not for others to read later
        ...(body.scope === 'shared' && { before: before?.value ?? null, after: body.value }),
      })
      return current
    })
  },

  async remove({ params, query }, context) {
    const named = readNamed(params)
    const place = placeOf(context, named)
    const { version } = query
    return context.db.transaction().execute(async (tx) => {
      const current = await findSetting(tx, place)
      if (!current) throw new Refusal(404, `There is no ${named.kind} ${named.id} here.`)
      if (!(await dropSetting(tx, place, version))) throw new Refusal(409, changed, await findSetting(tx, place))
      await record(tx, context, {
        action: 'remove setting',
        object: objectOf(named),
        platform: place.platform || null,
        version,
        ...(named.scope === 'shared' && { before: current.value }),
      })
      return { message: 'Removed.' }
    })
  },
}
