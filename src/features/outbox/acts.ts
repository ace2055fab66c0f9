/** Actions on unsent operations: send again, discard, reword. */
import { isReadable, type Target } from '#contract/ops/op.ts'
import { changeHere, type Ctx } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import type { PendingOp } from '#src/data/engine-client/pending.ts'
import { countOf } from '#src/format/count.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { textOf, whyNotAgain, whyNotEdit, whyNotMine } from './compare.ts'
import type { Outbox } from './outbox.ts'
import { isStuck } from './states.ts'

/** The value of the rewording drawer. */
export interface Rewording {
  opId: string
  label: string
  text: string
}

/** Addresses inside the window. */
export interface OutboxPlaces {
  /** The desk of the conflicts. */
  desk: () => string
  /** The address at which the target of an operation is decided. */
  hrefOf: (target: Target) => string
}

export function outboxActs(outbox: Outbox, engine: Engine, { desk, hrefOf }: OutboxPlaces) {
  /** The targets that can be answered; over a case, its first conflict. */
  const meant = (c: Ctx): readonly PendingOp[] => {
    if (c.atoms.overlay === 'dialog') return outbox.stuckOn(outbox.view.getState().caseId).slice(0, 1)
    return c.targets.flatMap((id) => outbox.rowOf(id) ?? []).filter(isStuck)
  }
  const counted = (c: Ctx) => countOf(meant(c).length, 'operation')
  const unless =
    (why: (row: PendingOp) => string | null) =>
    (c: Ctx): string | null => {
      const rows = meant(c)
      if (rows.length === 0) return 'Only for what was not sent'
      const reasons = rows.map(why)
      return reasons.includes(null) ? null : (reasons[0] ?? null)
    }

  /** Answers each one, and brings them back when that is undone. */
  const answer = (c: Ctx, rows: readonly PendingOp[], how: (opId: string) => Promise<boolean>, said: string) => {
    const ids = rows.map(({ op }) => op.opId)
    const tell = (failed: string) => (results: boolean[]) => {
      if (results.includes(false)) c.actions.say(failed)
    }
    const report = (error: unknown) => c.actions.say(String(error))
    const each = (does: (opId: string) => Promise<boolean>, failed: string) => () =>
      void Promise.all(ids.map(does)).then(tell(failed), report)
    return changeHere(
      said,
      each(how, 'It was answered in another window already'),
      each((id) => engine.calls.restore(id), 'Too late: the server has been told'),
    )
  }
  const hold = { kind: 'hold' } as const
  const sendAgain = (said: string) => (c: Ctx) => {
    const rows = meant(c).filter((row) => whyNotMine(row) === null)
    return answer(c, rows, (id) => engine.resend(id), said)
  }

  const reword = (c: Ctx) => {
    const row = meant(c).find((one) => whyNotEdit(one) === null)
    if (!row) return
    outbox.view.setState({ isDeskOpen: false })
    const value: Rewording = { opId: row.op.opId, label: row.label, text: textOf(row.op.body) }
    openDrawer('other words', value)
  }

  /** Opens what is to be decided; the refused decision stays, with its text. */
  const decideAgain = (c: Ctx) => {
    const row = meant(c).find((one) => whyNotAgain(one) === null)
    if (!row || !isReadable(row.op)) return undefined
    outbox.view.setState({ isDeskOpen: false })
    c.ports.navigate(hrefOf(row.op.target))
    return { announce: 'Decide again; the text of the refused decision stays in the outbox' }
  }

  const copyWords = (c: Ctx) => {
    const rows = c.atoms.overlay === 'dialog' ? meant(c) : c.targets.map((id) => outbox.rowOf(id))
    const text = rows.map((row) => textOf(row?.op.body)).filter(Boolean)
    if (text.length === 0) return { announce: 'It has no text' }
    copyText(c, text.join('\n\n'), 'Copied')
    return undefined
  }

  const openDesk = (c: Ctx) => {
    const [row] = meant(c)
    if (row) outbox.desk.moveTo(outbox.stuck().indexOf(row))
    c.ports.navigate(desk())
  }

  return { outbox, engine, meant, counted, unless, answer, hold, sendAgain, reword, decideAgain, copyWords, openDesk }
}

export type OutboxActs = ReturnType<typeof outboxActs>
