/** The one key listener of the window: tells the pure dispatcher what was pressed, and does what it answers. */
import { useEffect } from 'react'
import { closeDrawer, drawerStore, typeIntoDrawer } from '#src/ui/drawer-store.ts'
import { ownKeys } from './context.ts'
import { dispatch, idle, type Outcome } from './dispatcher.ts'
import { isComposing, isModifier, keyInput, strokesOf, type KeyInput } from './keys.ts'
import type { CommandLayer } from './layer.ts'
import { useCommandLayer } from './provider.tsx'

/** The which-key strip appears after this long, ms. */
const stripAfter = 350
/** A sequence begun is given up after this long, unless the strip shows what it can become, ms. */
const sequenceTimeout = 5000

const targetOf = (event: KeyboardEvent): Element | null => {
  const [target] = event.composedPath()
  return target instanceof Element ? target : null
}

/**
 * A question in the status line takes Enter and Escape before any command. Every other key withdraws it and means what
 * it always means. Returns whether the key is used up.
 */
function answerQuestion(layer: CommandLayer, input: KeyInput): boolean {
  const { runner, context, registry } = layer
  if (isModifier(input) || isComposing(input)) return false
  const [stroke] = strokesOf(input, registry.platform)
  const { asked, gathering } = runner.confirmation.getState()
  if (asked || gathering) {
    if (stroke === 'enter' || (stroke === 'shift+enter' && asked?.prepared.plan.instead)) {
      // too early, a bouncing key or before all is read: used up, but not an answer
      if (!input.repeat) runner.answer(stroke === 'shift+enter')
      return true
    }
    runner.dismiss()
    return stroke === 'escape'
  }
  const state = context.list()?.state
  if (!state?.selection.getState().frozen || (stroke !== 'enter' && stroke !== 'escape')) return false
  if (stroke === 'enter') state.keep()
  else state.clear()
  return true
}

/**
 * Between the key that opens the palette, the cheatsheet or a drawer and its first focus, Escape closes it and what is
 * typed is kept for it: no word becomes a command.
 */
function typeAhead({ palette, help }: CommandLayer, event: KeyboardEvent, target: Element | null): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.altKey
  if (drawerStore.getState().isOpen && !document.querySelector('[data-kb-context~="drawer"]')) {
    if (event.key === 'Escape') closeDrawer()
    else if (event.key.length === 1 && !isModified) typeIntoDrawer(event.key)
    return true
  }
  if (help.getState().isOpen && event.key === 'Escape' && !target?.closest('[data-kb-context~="help"]')) {
    help.setState({ isOpen: false })
    return true
  }
  if (!palette.store.getState().isOpen || target?.closest('[data-kb-context~="palette"]')) return false
  if (event.key === 'Escape') {
    palette.close()
    return true
  }
  if (isModified || (event.key.length !== 1 && event.key !== 'Enter')) return false
  palette.typeAhead(event.key)
  return true
}

function press(layer: CommandLayer, event: KeyboardEvent): Outcome {
  const { registry, context, keys } = layer
  const target = targetOf(event)
  const atoms = context.read(target)
  const own = target ? ownKeys(target) : []
  const input = keyInput(event)
  layer.keyboard.observe(input)
  const isQuestion = atoms.overlay === 'none' || atoms.overlay === 'drawer'
  if (typeAhead(layer, event, target) || (isQuestion && !atoms.typing && answerQuestion(layer, input)))
    return { kind: 'swallowed' }
  const before = keys.getState()
  const { state, outcome } = dispatch(registry.keymap, before.dispatch, {
    input,
    atoms,
    own,
    platform: registry.platform,
    singleKeys: registry.setup.singleKeys,
  })
  const isStripShown = before.isStripShown && outcome.kind === 'pending'
  if (state !== before.dispatch) keys.setState({ dispatch: state, isStripShown, atoms })
  if (outcome.kind === 'run') {
    const { id, strokes, count, digit } = outcome
    layer.runner.execute(id, { source: 'key', stroke: strokes.join(' '), count, digit, atoms })
  }
  if (outcome.kind === 'ambiguous') layer.notices.fail(`Several commands have this key: ${outcome.ids.join(', ')}`)
  return outcome
}

/** Listens for keys; to be used once, at the root. */
export function useDispatcher(): void {
  const layer = useCommandLayer()
  const { keys } = layer

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const { kind } = press(layer, event)
      if (kind !== 'pass' && kind !== 'unbound') event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [layer])

  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = []
    const giveUp = () => keys.setState({ dispatch: idle, isStripShown: false })
    const unsubscribe = keys.subscribe(({ dispatch: now }, { dispatch: was }) => {
      if (now === was) return
      timers.forEach(clearTimeout)
      timers = []
      if (now === idle) return
      if (now.path.length > 0) timers.push(setTimeout(() => keys.setState({ isStripShown: true }), stripAfter))
      timers.push(setTimeout(() => keys.getState().isStripShown || giveUp(), sequenceTimeout))
    })
    // before anybody can use the key up: what a write costs is counted in presses, wherever they went
    const count = (event: KeyboardEvent) => event.repeat || isModifier(keyInput(event)) || layer.presses.count()
    window.addEventListener('keydown', count, { capture: true })
    window.addEventListener('blur', giveUp)
    return () => {
      window.removeEventListener('keydown', count, { capture: true })
      unsubscribe()
      timers.forEach(clearTimeout)
      window.removeEventListener('blur', giveUp)
    }
  }, [keys, layer])
}
