/**
 * The command layer's part of the status line, one thing at a time: a question waiting for Enter, in the middle of the screen, else keys typed so far
 * and what they can become, else whether a selection outlives its filter, else what was last said with the way to undo it.
 */
import { Suspense, useId } from 'react'
import { useStore } from 'zustand'
import type { ActiveList } from '#src/commands/command.ts'
import { idle } from '#src/commands/dispatcher/dispatcher.ts'
import { keyLabels } from '#src/commands/keymap/keys.ts'
import { NotesToWrite, notesOf } from '#src/commands/parts/notes-to-write.tsx'
import { useLatestUndo, useWhichKey } from '#src/commands/parts/use-status-line.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { Gathering } from '#src/commands/runner.ts'
import { clock } from '#src/commands/undo/undo.ts'
import { formatCount } from '#src/format/count.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const [Contradiction] = lazyPart(async () => (await import('./contradiction.tsx')).Contradiction)

export function CommandStrip() {
  const { runner, context } = useCommandLayer()
  const { asked, gathering } = useStore(runner.confirmation)
  const list = useStore(context.store, (state) => state.lists.at(-1) ?? null)
  const typed = useWhichKey()
  if (asked) return <Question />
  if (gathering) return <Reading {...gathering} />
  if (typed) return <WhichKey />
  return list ? <ListStrip list={list} /> : <LatestAct />
}

/** A filter was changed under a selection: is it still meant? */
function ListStrip({ list }: { list: ActiveList }) {
  const { registry } = useCommandLayer()
  const { frozen, ids } = useStore(list.state.selection)
  if (!frozen) return <LatestAct />
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">{formatCount(ids.size)} selected from the previous filter</span>
      <StripButton keys={keyLabels('enter', registry.platform)} label="keep" onClick={() => list.state.keep()} />
      <StripButton keys={keyLabels('escape', registry.platform)} label="clear" onClick={() => list.state.clear()} />
    </span>
  )
}

function StripButton({ keys, label, onClick }: { keys: readonly string[]; label: string; onClick: () => void }) {
  return (
    <button type="button" className="flex flex-none items-center gap-1.5" onClick={onClick}>
      <Kbd keys={keys} /> {label}
    </button>
  )
}

/** The question before a change, in the middle of the screen, with every note. Keys answer it from anywhere. */
function Question() {
  const { runner, registry } = useCommandLayer()
  const asked = useStore(runner.confirmation, (state) => state.asked)
  const id = useId()
  if (!asked) return null
  const { instead, ops, against } = asked.prepared.plan
  const notes = notesOf(ops)
  const labels = (key: string) => keyLabels(key, registry.platform)
  return (
    <div
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={notes.length === 0 ? undefined : `${id}notes`}
      className="overlay fixed z-50 top-1/4 left-1/2 grid w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 gap-3 p-4 whitespace-normal"
    >
      <strong id={`${id}title`} className="text-title font-semibold">
        {asked.question}?
      </strong>
      <NotesToWrite notes={notes} id={`${id}notes`} keys={['down', 'up']} />
      {against && (
        <Suspense>
          <Contradiction key={asked.from} against={against} />
        </Suspense>
      )}
      <span className="flex flex-wrap gap-4">
        <StripButton keys={labels('enter')} label="confirm" onClick={() => runner.answer()} />
        {instead && (
          <StripButton keys={labels('shift+enter')} label={instead.title} onClick={() => runner.answer(true)} />
        )}
        <StripButton keys={labels('escape')} label="cancel" onClick={() => runner.dismiss()} />
      </span>
    </div>
  )
}

/** The progress of reading a selection by query. */
function Reading({ label, read, total }: Gathering) {
  const { runner, registry } = useCommandLayer()
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">
        {label} Reading {formatCount(read)} of {formatCount(total)}
      </span>
      <progress aria-label="Read" max={total} value={read} />
      <StripButton keys={keyLabels('escape', registry.platform)} label="cancel" onClick={() => runner.dismiss()} />
    </span>
  )
}

/** The typed keys and, after a pause, their continuations above the line. */
export function WhichKey() {
  const { registry, keys } = useCommandLayer()
  const typed = useWhichKey()
  if (!typed) return null
  const cancel = () => keys.setState({ dispatch: idle, isStripShown: false })
  return (
    <>
      <span className="flex min-w-0 items-center gap-4 whitespace-nowrap">
        <Kbd keys={typed.typed} />
        <StripButton keys={registry.labelsOf('escape')} label="cancel" onClick={cancel} />
      </span>
      {typed.menu.length > 0 && (
        <div role="group" aria-label="Keys that continue this sequence" className="which-key">
          {typed.menu.map(({ keys: further, title }) => (
            <p key={further.join(' ') + title}>
              <span className="flex w-10 flex-none justify-end">
                <span className="sr-only">{further.join(' ')}</span>
                <Kbd keys={further} />
              </span>
              <span className="truncate">{title.replace(/…$/, '')}</span>
            </p>
          ))}
        </div>
      )}
    </>
  )
}

function LatestAct() {
  const { notices, registry, actions, context } = useCommandLayer()
  const isOffline = useStore(context.store, (state) => state.atoms.offline)
  const notice = useStore(notices.store, (state) => state.notice)
  const latest = useLatestUndo()
  const undoKey = registry.find('app.undo') ? registry.keyOf('app.undo') : null
  if (!notice && !latest?.isHeld) return null
  const isOther = latest && notice?.entry !== latest.entry
  return (
    <span className="flex min-w-0 items-center gap-2">
      {notice && <span className={`truncate ${notice.tone === 'error' ? 'text-stop' : ''}`}>{notice.text}</span>}
      {latest?.isHeld && (
        <button type="button" className="flex flex-none items-center gap-1.5 text-muted" onClick={actions.undo}>
          {undoKey && <Kbd keys={undoKey} />} undo{isOther && ` "${latest.entry.label}"`}
          {latest.seconds !== null && ` ${latest.seconds} s`}
        </button>
      )}
      {latest && !isOther && latest.sentAt !== null && !latest.isHeld && (
        <span className="flex-none text-muted">sent {clock(latest.sentAt)}</span>
      )}
      {latest?.isHeld && !isOther && isOffline && (
        <span className="flex-none text-muted">{latest.isSaving ? 'saving' : 'will be sent when online'}</span>
      )}
      {notice?.hint && <span className="flex-none text-muted">{notice.hint}</span>}
    </span>
  )
}
