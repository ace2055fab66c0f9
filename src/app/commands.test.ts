import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { ShellPort } from '#src/app/shell/shell-commands.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import type { ArgSpec, Command, CommandId, Ctx } from '#src/commands/command.ts'
import { applicable } from '#src/commands/dispatcher/key-tree.ts'
import { takesCharacter } from '#src/commands/dispatcher/single-keys.ts'
import { always, evaluate, noAtoms, overlays, type Atoms } from '#src/commands/dispatcher/when.ts'
import { conflictKinds, findCautions, findConflicts, isRefused } from '#src/commands/keymap/conflicts.ts'
import { presetNames } from '#src/commands/keymap/keymap.ts'
import { parseKeys } from '#src/commands/keymap/keys.ts'
import { unknownLayout } from '#src/commands/keymap/layout.ts'
import { presets } from '#src/features/keymap/presets.ts'
import { headsOf, readLine } from '#src/commands/palette/lines.ts'
import { createRegistry } from '#src/commands/registry.ts'
import type { Data } from '#src/data/data.ts'
import { Pending } from '#src/data/engine-client/pending.ts'
import { NOT_IN_PALETTE, WITHOUT_ALIAS } from '#tests/support/alias-exceptions.ts'
import { createFeatures } from './create-features.ts'
import { firstCommands, laterCommands } from './commands.ts'
import { SCREENS } from './screens.tsx'

vi.stubGlobal('localStorage', { getItem: () => null })

const port: ShellPort = {
  session: () => undefined,
  screen: () => undefined,
  registry: () => createRegistry([]),
  reload: () => Promise.resolve(),
  unsettled: () => ({ unsent: 0, stuck: 0 }),
  isSignedOut: () => false,
  signIn: () => {},
  clearCache: () => {},
}

/** Run by a form, or by a digit that chooses among things that are all on the screen and can be pressed there, or on a page of the palette. */
const BY_OTHER_MEANS: readonly CommandId[] = [
  'case.note',
  'customer.note',
  'case.tab',
  'customer.section',
  'dashboard.panel',
  'trend.panel',
  'overview.panel',
  'quality.tab',
  'form.type',
  'rule.section',
  'alert.macroEdit',
  'accountAlert.macroEdit',
  'accountAlert.note',
  'view.onKey',
]

// commands are only made here, never run: what they reach for when they run may be missing
const user = { subscribe: () => () => {}, list: () => [], get: () => undefined, version: () => 0, sync: async () => {} }
const data = { pending: new Pending(), engine: { snapshots: {} }, user } as unknown as Data

const features = createFeatures({
  data,
  session: () => undefined,
  platform: () => 'demo',
  weightOf: () => 0,
  registry: port.registry,
})
const everything = [...firstCommands(port, features), ...(await laterCommands(port, features))]

describe.each(presetNames)('the preset %s', (preset) => {
  it.each(['other', 'mac'] as const)('has no two conflicting keys (%s)', (platform) => {
    const registry = createRegistry(everything, platform)
    registry.rebind({ preset: presets[preset] })
    const began = performance.now()
    const clashes = findConflicts(registry.bindings)
    const took = performance.now() - began
    const cautions = registry.commands.flatMap(({ id }) =>
      findCautions(id, registry.boundTo(id), unknownLayout, platform),
    )
    const found = [...clashes, ...cautions]
    const counts = conflictKinds.map((kind) => `${found.filter((one) => one.kind === kind).length} ${kind}`)
    console.log(
      `${preset}, ${platform}: ${registry.bindings.length} bindings, ${counts.join(', ')}; ${took.toFixed(0)} ms`,
    )
    expect(clashes.filter(isRefused)).toEqual([])
    // a preset may lean on what the browser would do; the keys everybody has may not
    // Tab stays what it is where no word is missing
    if (preset === 'default') expect(cautions.filter(({ id }) => id !== 'dialog.nextField')).toEqual([])
  })

  it('names only existing commands, with valid keys', () => {
    const registry = createRegistry(everything, 'other')
    const ids = Object.keys(presets[preset]).map((name) => name.replace(/^-/, ''))
    expect(ids.filter((id) => registry.find(id) === null)).toEqual([])
    for (const keys of Object.values<readonly string[] | true>(presets[preset]))
      if (keys !== true) keys.forEach((spec) => parseKeys(spec))
  })
})

/** The commands that some button or menu item stands for. */
const withControl = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
    .map((path) => readFileSync(`src/${path}`, 'utf8'))
    .flatMap((text) => [
      ...[...text.matchAll(/(?:command=|again=|execute\(|invoke\()["']([\w.-]+)["']/g)].map(([, id]) => id),
      // every ListScreen has these buttons
      ...[...text.matchAll(/ area="(\w+)"/g)].flatMap(([, area]) =>
        ['addFilter', 'clearFilter', 'showNew'].map((name) => `${area}.${name}`),
      ),
    ]),
)

/** Every declared id: what is added to the interface `CommandNames`, anywhere. */
function namedIds(): string[] {
  const namesIn = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name]) => name!)
  const shared = namesIn(readFileSync('src/features/lists/frame/filtered-list-names.ts', 'utf8'))
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!test)\.tsx?$/.test(path),
  )
  return files.flatMap((path) => {
    const [, block = ''] = /^  interface CommandNames \{\n(.*?)^  \}/ms.exec(readFileSync(`src/${path}`, 'utf8')) ?? []
    const areas = [...block.matchAll(/^      (\w+):((?:\s+\|? ?(?:'[\w-]+'|FilteredListNames))+)/gm)]
    return areas.flatMap(([, area, names = '']) =>
      [...namesIn(names), ...(names.includes('FilteredListNames') ? shared : [])].map((name) => `${area}.${name}`),
    )
  })
}

describe('a command that takes a choice', () => {
  const { commands } = createRegistry(everything, 'other')
  const how = { source: 'palette' } as const
  const ctx = { atoms: noAtoms, list: null, ports: createFakePorts() } as unknown as Ctx
  const choosing = commands.filter(({ args }) => {
    const [first] = args as readonly ArgSpec[]
    return first !== undefined && first.type !== 'text' && !first.isInSight
  })

  it.each(choosing.map((command) => [command.id, command] as const))('%s takes it in one line', (id, command) => {
    const here = { ...command, when: always, calls: [], disabledReason: undefined } as unknown as Command
    const heads = headsOf(here)
    expect(heads).not.toEqual([])
    for (const head of heads) {
      const line = readLine({ commands: [here], runner: { context: () => ctx }, how, ctx }, `${head} pd`)
      expect([line?.command.id, line?.spec.name, line?.rest]).toEqual([
        id,
        (command.args as readonly ArgSpec[])[0]!.name,
        'pd',
      ])
    }
  })

  it('is not begun by what begins another one of the same place', () => {
    const twice = ['queue', 'accountAlerts', 'case', 'customers', 'rules', 'allowlists', 'team'].flatMap((view) => {
      const atoms = { ...noAtoms, view, hasCursor: true, listFocus: true } as Atoms
      const heads = commands.filter(({ when }) => evaluate(when, atoms)).flatMap(headsOf)
      return heads.filter((head, index) => heads.indexOf(head) < index).map((head) => `${view}: ${head}`)
    })
    expect(twice).toEqual([])
  })
})

it('a command that is not loaded shows no key, and shows it once it is added', () => {
  const registry = createRegistry([], 'other')
  expect([registry.keyOf('queue.selectStuck'), registry.ariaKeysOf('queue.selectStuck')]).toEqual([null, undefined])
  registry.add(everything)
  expect(registry.keyOf('queue.selectStuck')).toEqual(['*', 'q'])
})

describe('every command', () => {
  it('is listed once in the union of ids, so that a misspelt id does not compile', () => {
    // @ts-expect-error -- it is called alert.resolve
    const misspelt: CommandId = 'alert.resolv'
    const ids = createRegistry(everything, 'other').commands.map(({ id }) => id)
    expect(ids).not.toContain(misspelt)
    expect(namedIds().toSorted()).toEqual(ids.toSorted())
  })

  const { commands, keysOf } = createRegistry(everything, 'other')
  const directKeys = (id: CommandId) =>
    commands
      .find((one) => one.id === id)!
      .keys.flatMap(parseKeys)
      .filter(([first]) => !takesCharacter(first!))

  it('has a title, a group and, in the palette, other words for it, each once and in small letters or a name', () => {
    const isBad = (words: readonly string[]) =>
      new Set(words).size < words.length || words.some((word) => word !== word.trim() || word === '')
    expect(commands.filter(({ shortTitle, group }) => shortTitle.trim() === '' || !group)).toEqual([])
    const lacking = commands.filter(({ hidden, keywords }) => !hidden && (keywords.length < 2 || isBad(keywords)))
    expect(lacking.map(({ id }) => id)).toEqual([])
  })

  it('is in the palette or, where that makes no sense, on a key that types nothing or on a control', () => {
    const lost = commands.filter(({ id, hidden }) => hidden && directKeys(id).length === 0 && !withControl.has(id))
    expect(new Set(lost.map(({ id }) => id))).toEqual(new Set(BY_OTHER_MEANS))
  })

  it('is in the palette and has a key that types nothing or a control, except those with a stated reason', () => {
    const excepted = (reasons: Readonly<Record<string, readonly CommandId[]>>) =>
      Object.values(reasons).flat().toSorted()
    const idsOf = (found: typeof commands) => found.map(({ id }) => id).toSorted()
    const hasOther = (id: CommandId) => directKeys(id).length > 0 || withControl.has(id)
    const alone = commands.filter(({ id, hidden, keys }) => !hidden && keys.length > 0 && !hasOther(id))
    expect(idsOf(commands.filter(({ hidden }) => hidden))).toEqual(excepted(NOT_IN_PALETTE))
    expect(idsOf(alone)).toEqual(excepted(WITHOUT_ALIAS))
  })

  it('has another key on every keyboard, or a menu item, if its first key is a symbol', () => {
    const isSymbol = (spec: string) => /^[^a-z0-9\s]( |$)/.test(spec)
    const lost = commands.filter(({ id, keys }) => keys.length > 0 && keys.every(isSymbol) && !withControl.has(id))
    expect(lost.map(({ id }) => id)).toEqual([])
    expect(keysOf('app.help')).toEqual([['?'], ['F1']])
  })
})

it('reaches every list and every own page', () => {
  const titles = new Set(createRegistry(everything, 'other').commands.map(({ shortTitle }) => shortTitle))
  const pages = SCREENS.filter(
    ({ path, section, name }) => !path.includes('{') && (section !== undefined || name === 'outbox'),
  )
  const entered = new Set(['New rule', 'New allow list', 'Test'])
  expect(pages.map(({ title }) => title).filter((title) => !titles.has(title) && !entered.has(title))).toEqual([])
})

it('decides in an alert’s drawer by the keys of its list, and in no other drawer', () => {
  const { keymap } = createRegistry(everything, 'other')
  const idsAt = (atoms: Partial<Atoms>, strokes: string) =>
    [...strokes].map((letter) => {
      const stroke = letter.toLowerCase() === letter ? letter : `shift+${letter.toLowerCase()}`
      const node = keymap.children.get(stroke)
      return node ? applicable(node, { ...noAtoms, hasCursor: true, ...atoms }).map(({ id }) => id) : []
    })
  const ofCase = { view: 'case', alertCursor: true } as const
  const ofAccount = [{ view: 'accountAlerts' }, { view: 'customer', alertCursor: true }] as const
  expect(idsAt({ ...ofCase, overlay: 'alert' }, 'rRamwWsclu.')).toEqual(idsAt(ofCase, 'rRamwWsclu.'))
  for (const at of ofAccount) expect(idsAt({ ...at, overlay: 'alert' }, 'rsamwcl.')).toEqual(idsAt(at, 'rsamwcl.'))
  expect(idsAt({ view: 'accountAlerts', overlay: 'alert' }, 'u')).toEqual([['accountAlert.customer']])
  for (const at of [ofCase, ...ofAccount]) {
    expect(idsAt({ ...at, overlay: 'drawer' }, 'RamwWsclu.').flat()).toEqual([])
    // the drawer shows one, the selection is of others
    expect(idsAt({ ...at, overlay: 'alert', hasSelection: true }, 'RamwWsclu').flat()).toEqual([])
  }
})

it('protects under every overlay and in every text', () => {
  const registry = createRegistry(everything, 'other')
  const PROTECTS: readonly CommandId[] = ['app.lock']
  for (const id of PROTECTS)
    for (const overlay of overlays)
      for (const typing of [false, true]) {
        const at = { ...noAtoms, view: 'queue', overlay, typing } as const
        const found = registry.bindings.filter(
          ({ id: one, when, inText }) => one === id && evaluate(when, at) && (inText || !typing),
        )
        expect(found.length, `${id} under ${overlay}${typing ? ', typing' : ''}`).toBeGreaterThan(0)
      }
})

it('has the navigation keys of the specification', () => {
  const registry = createRegistry(everything, 'other')
  const keys = Object.fromEntries(registry.commands.map(({ id, keys: [first] }) => [id, first]))
  expect(keys).toMatchObject({
    'nav.cases': 'g c',
    'nav.account-alerts': 'g l',
    'nav.screening': 'g x',
    'nav.customers': 'g u',
    'nav.rules': 'g r',
    'nav.allowlists': 'g w',
    'nav.reports': 'g d',
    'nav.dashboard': 'g h',
    'nav.model-settings': 'g s',
    'nav.contracts': 'g t',
    'app.switch-platform': 'g p',
    'nav.outbox': 'g o',
    'nav.back': 'g b',
    'nav.forward': 'g f',
  })
})

/** The keymap's keys (docs/design/interaction.md#keymap) where rows are worked on: by place, each key with the command it is for. */
const KEYS_OF_THE_DESIGN: Record<string, [Partial<Atoms>, Record<string, CommandId>]> = {
  'the queue': [
    { view: 'queue', hasCursor: true, listFocus: true },
    {
      j: 'list.down',
      k: 'list.up',
      'g g': 'list.first',
      'shift+g': 'list.last',
      pagedown: 'list.pageDown',
      n: 'queue.nextAttention',
      'shift+n': 'queue.previousAttention',
      x: 'list.toggle',
      'shift+j': 'list.extendDown',
      'shift+k': 'list.extendUp',
      'shift+x': 'list.range',
      '* a': 'list.selectAll',
      '* m': 'list.selectMatching',
      '* n': 'list.selectNone',
      '* i': 'list.invert',
      '* d': 'queue.selectDecided',
      '* o': 'queue.selectOverdue',
      '* h': 'queue.selectStopped',
      '* c': 'queue.selectCustomer',
      '* r': 'queue.selectRule',
      '* l': 'list.selectLast',
      enter: 'queue.open',
      o: 'queue.open',
      t: 'queue.triage',
      r: 'alert.resolve',
      'shift+r': 'alert.reject',
      a: 'case.assign',
      m: 'case.assignMe',
      'shift+m': 'case.release',
      'shift+u': 'case.escalate',
      w: 'case.await',
      'shift+w': 'case.renew',
      s: 'case.recommendStr',
      c: 'case.comment',
      d: 'queue.similar',
      u: 'queue.customer',
      y: 'case.copyId',
      'shift+y': 'case.copyLink',
      '.': 'app.repeat',
      z: 'app.undo',
    },
  ],
  triage: [
    { view: 'queue', triage: true, hasCursor: true },
    {
      d: 'alert.similar',
      '1': 'alert.macro',
      '9': 'alert.macro',
      '0': 'alert.moreMacros',
      r: 'alert.resolve',
      'shift+r': 'alert.reject',
      '.': 'app.repeat',
      j: 'alert.skip',
      k: 'alert.back',
      space: 'alert.lookAgain',
      a: 'case.assign',
      w: 'case.await',
      s: 'case.recommendStr',
      c: 'case.comment',
      l: 'allowlist.fromAlert',
      u: 'queue.customer',
      z: 'app.undo',
      p: 'alert.pin',
      'e 1': 'alert.macroEdit',
      escape: 'queue.leaveTriage',
    },
  ],
  'triage of account alerts': [
    { view: 'accountAlerts', triage: true, hasCursor: true },
    {
      '1': 'accountAlert.macro',
      '0': 'accountAlert.moreMacros',
      r: 'accountAlert.resolve',
      j: 'accountAlert.skip',
      k: 'accountAlert.back',
      space: 'accountAlert.lookAgain',
      a: 'accountAlert.assign',
      w: 'accountAlert.await',
      s: 'accountAlert.resolveSar',
      c: 'accountAlert.comment',
      u: 'accountAlert.customer',
      p: 'accountAlert.pin',
      'shift+p': 'accountAlert.progress',
      'e 1': 'accountAlert.macroEdit',
      escape: 'accountAlert.leaveTriage',
    },
  ],
  'a case': [
    { view: 'case', hasCursor: true, alertCursor: true },
    {
      ']': 'case.next',
      '[': 'case.previous',
      'g j': 'case.next',
      'g k': 'case.previous',
      r: 'alert.resolve',
      'shift+r': 'alert.reject',
      'shift+enter': 'alert.resolveAll',
      enter: 'alert.inspect',
      s: 'case.recommendStr',
      a: 'case.assign',
      m: 'case.assignMe',
      w: 'case.await',
      c: 'case.comment',
      l: 'allowlist.fromAlert',
      e: 'alert.attach',
      '1': 'case.tab',
      '4': 'case.tab',
      u: 'queue.customer',
      escape: 'case.leave',
    },
  ],
}

it.each(Object.entries(KEYS_OF_THE_DESIGN))('has every key of the design in %s', (_, [place, keys]) => {
  const { bindings } = createRegistry(everything, 'other')
  const works = bindings.filter(({ when }) => evaluate(when, { ...noAtoms, ...place }))
  const found = Object.entries(keys).map(([spec, id]) => {
    const strokes = parseKeys(spec)[0]?.join(' ')
    const there = works.filter((one) => one.strokes.join(' ') === strokes).map((one) => one.id)
    return [spec, there.includes(id) ? id : there.join()]
  })
  expect(Object.fromEntries(found)).toEqual(keys)
})
