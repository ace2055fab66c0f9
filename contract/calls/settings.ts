/** Documents of a person or of a platform's team: ours, and only if `/capabilities` lists `settings`. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { done, person, stamp } from '#contract/model/common.ts'
import { SETTING_KINDS, SETTING_MAX, SETTING_SCOPES, type SettingKind } from '#contract/model/settings.ts'
import { macroValue, templateValue } from '#contract/model/templates/template-value.ts'
import { columnsValue, layoutValue, snoozeValue, viewValue } from '#contract/model/view.ts'

const base = '/management/settings'
const kind = z.enum(Object.keys(SETTING_KINDS) as [SettingKind, ...SettingKind[]])
const id = z.string().check(z.regex(/^[\w.:*-]{1,100}$/))
/** The version that was changed; 0 for a document that is new. */
const version = z.number().check(z.int(), z.minimum(0))

/** The window's own business: an object, as long as it is not too long. */
const free = z
  .record(z.string(), z.unknown())
  .check(z.refine((value) => JSON.stringify(value).length <= SETTING_MAX, `at most ${SETTING_MAX} characters of JSON`))

const save = <K extends SettingKind, V extends z.ZodMiniType>(of: K, value: V) =>
  z.object({ scope: z.enum(SETTING_SCOPES), kind: z.literal(of), id, version, value })

export const setting = z.object({
  scope: z.enum(SETTING_SCOPES),
  kind,
  id,
  /** Grows with every change, and is never given twice. */
  version: z.number(),
  value: z.unknown(),
  updatedAt: stamp,
  updatedBy: person,
})
export type Setting = z.infer<typeof setting>

export const settings = {
  /** All documents that count on the platform: the caller's own and those shared. */
  list: call('GET', base, { roles: 'everybody', ours: true, reply: z.object({ items: z.array(setting) }) }),
  /** 409 with `current` (null where it was removed) if it is not at that version any more. */
  save: call('POST', base, {
    roles: 'everybody',
    ours: true,
    notice: 'SAVE',
    body: z.discriminatedUnion('kind', [
      save('keymap', free),
      save('keyboard', free),
      save('security', z.object({ isLockedHidden: z.boolean() })),
      save('template', templateValue),
      save('macro', macroValue),
      save('view', viewValue),
      save('layout', layoutValue),
      save('snooze', snoozeValue),
      save('columns', columnsValue),
    ]),
    reply: setting,
  }),
  /** Refused like `save`; 404 where there is none. */
  remove: call('DELETE', `${base}/{scope}/{kind}/{id}`, {
    roles: 'everybody',
    ours: true,
    notice: 'Delete',
    query: { version: z.coerce.number().check(z.int(), z.minimum(1)) },
    reply: done,
  }),
}
