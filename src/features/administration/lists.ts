/** The cursors of the sections, which outlive their screens, and the keys of their rows. */
import type { AccessRow, PresenceRow } from '#contract/model/administration/access.ts'
import type { Policy } from '#contract/model/administration/policy.ts'
import type { Job, Notice } from '#contract/model/administration/maintenance.ts'
import { createListState } from '#src/commands/list/list-state.ts'

export const presenceList = createListState()
export const accessList = createListState()
export const jobsList = createListState()
export const noticesList = createListState()
export const policiesList = createListState()

export const presenceKey = ({ kind, id, person }: PresenceRow): string => `${kind} ${person.id} ${id}`
export const accessKey = ({ id }: AccessRow): string => id
export const jobKey = ({ name, id }: Job): string => `${name} ${id}`
export const noticeKey = ({ id }: Notice): string => id
export const policyKey = ({ id }: Policy): string => id
