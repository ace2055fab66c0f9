/** The window's only key listener: passes presses to the pure dispatcher, and runs its result. */
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useHotkeys } from 'react-hotkeys-hook'
import { ownKeys } from '#src/commands/context.ts'
import { isComposing, isModifier, strokesOf } from '#src/commands/keymap/keys.ts'
import { isForField } from '#src/commands/palette/palette-store.ts'
import { scrollNotes } from '#src/commands/parts/scroll-notes.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { insertAtCaret } from '#src/ui/form/insert-text.ts'
import { closeDrawer, drawerStore, typeIntoDrawer } from '#src/ui/overlay/drawer-store.ts'
import { landFocus } from '#src/ui/overlay/return-focus.ts'
import { dispatch, idle, type Outcome } from './dispatcher.ts'
import { holdKeysFor } from './key-buffer.ts'
import { keyInput, type KeyInput } from './key-input.ts'
import type { CommandLayer } from './layer.ts'
import { takesCharacter } from './single-keys.ts'

/** The reason why a command cannot run is asked for rarely. */
const loadReasons = () => import('./when-text.ts')

/** The which-key strip appears after this long, ms. */
const stripAfter = 350
/** A sequence begun is abandoned after this long, unless the strip shows what it can become, ms. */
const sequenceTimeout = 5000

const targetOf = (event: KeyboardEvent): Element | null => {
  const [target] = event.composedPath()
  return target instanceof Element ? target : null
}

/**
 * A question takes Enter, Escape and the keys that scroll its notes before any command. Every other key withdraws it and
 * means what it always means. Returns whether the key is used up.
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
    if (asked && scrollNotes(stroke)) return true
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
 * Between the key that opens the palette, the cheatsheet or a drawer and its first focus, Escape closes it and typed
 * text is buffered, so that no text becomes a command.
 */
function typeAhead({ palette, help }: CommandLayer, input: KeyInput, target: Element | null): boolean {
  const isModified = input.ctrlKey || input.metaKey || input.altKey
  const drawer = drawerStore.getState()
  if (drawer.isOpen && !drawer.isEntered) {
    if (input.key === 'Escape') closeDrawer()
    else if (input.key.length === 1 && !isModified) typeIntoDrawer(input.key)
    return true
  }
  if (help.getState().isOpen && input.key === 'Escape' && !target?.closest('[data-kb-context~="help"]')) {
    help.setState({ isOpen: false })
    return true
  }
  // a dialog may have the focus for a moment before its field has
  if (
    !palette.store.getState().isOpen ||
    target?.closest('[data-kb-context~="palette"] :is(input, button, [tabindex="0"])')
  )
    return false
  if (input.key === 'Escape') {
    palette.close()
    return true
  }
  if (isModified || !isForField(input.key)) return false
  palette.typeAhead(input.key)
  return true
}

/** Tells a new user once that single keys act, and where to change that. */
function pointOut({ keyboard, notices, registry }: CommandLayer): void {
  if (keyboard.store.getState().options.isHintSeen || notices.store.getState().notice) return
  const keys = registry.find('nav.keyboard') && registry.keyOf('nav.keyboard')
  if (!keys) return
  keyboard.setOptions({ isHintSeen: true })
  notices.say(`Single keys are commands here. ${keys.join(' ')} changes them or turns them off.`)
}

/** While a screen is on its way, what could be meant for it waits; what the browser answers to itself does not. */
function holdBack({ gate, registry, context }: CommandLayer, input: KeyInput, target: Element | null): boolean {
  const atoms = context.read(target)
  // over a dialog they are the dialog’s
  if (!gate.isClosed() || atoms.typing || atoms.overlay === 'dialog') return false
  const strokes = strokesOf(input, registry.platform)
  const own = target ? ownKeys(target) : []
  if (strokes.some((stroke) => own.includes(stroke))) return false
  const isMeant = (stroke: string) => takesCharacter(stroke) || registry.keymap.children.has(stroke)
  // text that was typed ahead is corrected and chosen by keys that are not commands
  const isEdit = isForField(input.key) && !input.ctrlKey && !input.metaKey && !input.altKey
  if (!isEdit && !strokes.some(isMeant)) return false
  if (!input.repeat) gate.hold(input)
  return true
}

/** A key waits for the commands that are still to come, and what is pressed after it waits with it. */
function holdForRest(layer: CommandLayer, input: KeyInput): void {
  if (input.repeat) return
  const open = holdKeysFor(layer)
  layer.gate.hold(input)
  void layer.rest.load().then(open)
}

function press(layer: CommandLayer, input: KeyInput, target: Element | null): Outcome {
  const { registry, context, keys } = layer
  const atoms = context.read(target)
  const own = target ? ownKeys(target) : []
  const isQuestion = ['none', 'drawer', 'alert'].includes(atoms.overlay)
  if (typeAhead(layer, input, target) || (isQuestion && !atoms.typing && answerQuestion(layer, input)))
    return { kind: 'swallowed' }
  const before = keys.getState()
  const { state, outcome } = dispatch(registry.keymap, before.dispatch, {
    input,
    atoms,
    own,
    platform: registry.platform,
    singleKeys: registry.setup.singleKeys,
    isComing: layer.rest.isComing(),
  })
  if (outcome.kind === 'early') {
    holdForRest(layer, input)
    return outcome
  }
  const isStripShown = before.isStripShown && outcome.kind === 'pending'
  if (state !== before.dispatch) keys.setState({ dispatch: state, isStripShown, atoms })
  if (outcome.kind === 'run') {
    const { id, strokes, count, digit } = outcome
    layer.runner.execute(id, { source: 'key', stroke: strokes.join(' '), count, digit, atoms })
    if (takesCharacter(strokes[0]!)) pointOut(layer)
    requestAnimationFrame(landFocus)
  }
  if (outcome.kind === 'denied') {
    const { shortTitle, when } = registry.get(outcome.id)
    void loadReasons().then(({ whyNotHere }) => layer.notices.say(`${shortTitle}: ${whyNotHere(when, atoms)}`))
  }
  if (outcome.kind === 'ambiguous') layer.notices.fail(`Several commands have this key: ${outcome.ids.join(', ')}`)
  return outcome
}

/**
 * Runs a buffered key now, before the next one; text is typed into the field. The palette takes its keys one by one, as
 * what Enter chooses depends on rows that are still to be drawn.
 */
function release(layer: CommandLayer, input: KeyInput): void {
  const target = layer.palette.store.getState().isOpen ? null : document.activeElement
  const { kind } = flushSync(() => press(layer, input, target))
  const isCharacter = input.key.length === 1 && !input.ctrlKey && !input.metaKey && !input.altKey
  if ((kind === 'pass' || kind === 'unbound') && isCharacter) insertAtCaret(target, input.key)
}

/** Listens for keys; to be used once, at the root. */
export function useDispatcher(): void {
  const layer = useCommandLayer()
  // the layer is another object whenever a key was learnt: what a press began must outlive that
  const { keys, presses } = layer

  useHotkeys(
    '*',
    (event) => {
      if (event.defaultPrevented) return
      const target = targetOf(event)
      const input = keyInput(event)
      layer.keyboard.observe(input)
      if (holdBack(layer, input, target)) return event.preventDefault()
      const { kind } = press(layer, input, target)
      if (kind !== 'pass' && kind !== 'unbound') event.preventDefault()
    },
    // the dispatcher handles fields, input methods and AltGr
    { enableOnFormTags: true, enableOnContentEditable: true },
    [layer],
  )

  useEffect(() => layer.gate.onRelease((input) => release(layer, input)), [layer])

  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = []
    const giveUp = () => keys.setState({ dispatch: idle, isStripShown: false })
    const unsubscribe = keys.subscribe(({ dispatch: now }, { dispatch: was }) => {
      if (now === was) return
      timers.forEach(clearTimeout)
      timers = []
      if (now === idle) return
      if (now.path.length > 0 || now.isLed)
        timers.push(setTimeout(() => keys.setState({ isStripShown: true }), stripAfter))
      timers.push(setTimeout(() => keys.getState().isStripShown || giveUp(), sequenceTimeout))
    })
    // before anybody can use the key up: what a write costs is counted in presses, wherever they went
    const count = (event: KeyboardEvent) => event.repeat || isModifier(keyInput(event)) || presses.count()
    window.addEventListener('keydown', count, { capture: true })
    window.addEventListener('blur', giveUp)
    return () => {
      window.removeEventListener('keydown', count, { capture: true })
      unsubscribe()
      timers.forEach(clearTimeout)
      window.removeEventListener('blur', giveUp)
    }
  }, [keys, presses])
}
