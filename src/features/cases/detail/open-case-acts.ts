/** Actions of the case screen. */
import type { Ctx } from '#src/commands/command.ts'
import { caseHref, queueHref } from '#src/features/cases/links.ts'
import { DEFAULT_FILTER, type CaseFilter } from '#src/features/cases/queue/filter.ts'
import { openNeighbour } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { CaseDeps } from './case-deps.ts'
import { CASE_TABS, type CaseTab } from './case-tabs.ts'

export function openCaseActs(
  deps: CaseDeps & { queueAddress(): string; hrefOf(platform: string, filter: CaseFilter): string },
) {
  const { queue } = deps
  const opened = () => queue.atHand.getState().opened
  /** Every alert of the case. */
  const whole = () => {
    const row = opened()
    return { ids: row ? [row.id] : [], rowOf: () => row ?? undefined }
  }

  /** The case before or after this one in the queue, which may have to be read first. */
  const showNeighbour = (c: Ctx, direction: 1 | -1) => {
    const { list, store } = queue
    const { source, platform } = store.getState()
    const from = opened()?.id ?? ''
    const here = list.order.getState().order.indexOf(from)
    return openNeighbour(c, {
      list,
      source,
      at: (here < 0 ? list.cursor.getState().index : here) + direction,
      open: (id) => c.ports.navigate(caseHref(platform, id)),
      isStillOpen: () => opened()?.id === from,
      words: { none: 'No further case in the queue', unread: 'The next case could not be read' },
    })
  }

  const inspect = (c: Ctx) => {
    const row = opened()
    const id = c.list?.state.cursor.getState().id
    if (!row || !id) return
    if (c.atoms.alertCursor) openDrawer('trigger info', { caseId: row.id, alertId: id })
    else c.ports.navigate(caseHref(row.platform, id))
  }

  const openAttaching = (c: Ctx) => {
    const row = opened()
    if (row && c.targets[0]) openDrawer('trigger info', { caseId: row.id, alertId: c.targets[0], isAttaching: true })
  }

  const leave = (c: Ctx) => {
    const row = opened()
    if (row) queue.list.moveToId(row.id)
    c.ports.navigate(deps.queueAddress() || queueHref(currentPlatform()))
  }

  const showMine = (c: Ctx) => {
    const me = deps.me()
    if (me) c.ports.navigate(deps.hrefOf(currentPlatform(), { ...DEFAULT_FILTER, status: '', user: me.id }))
  }

  const showNamed = (c: Ctx, tab: CaseTab | undefined) => {
    const row = opened()
    if (tab && row) c.ports.navigate(`${caseHref(row.platform, row.id)}?tab=${tab}`)
  }
  const showTab = (c: Ctx) => showNamed(c, CASE_TABS[(c.digit ?? 0) - 1])
  const showHistory = (c: Ctx) => showNamed(c, 'history')

  return { deps, opened, whole, showNeighbour, inspect, openAttaching, leave, showMine, showTab, showHistory }
}

export type OpenCaseActs = ReturnType<typeof openCaseActs>
