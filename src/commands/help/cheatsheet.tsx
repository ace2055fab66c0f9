/** The keys that work here and now, or all of them; searched by words or by pressing a key, and printable. */
import { Dialog } from '@base-ui/react/dialog'
import { Printer, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { keyInput } from '#src/commands/dispatcher/key-input.ts'
import { noAtoms } from '#src/commands/dispatcher/when.ts'
import { strokesOf } from '#src/commands/keymap/keys.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { useReturnFocus } from '#src/ui/overlay/return-focus.ts'
import { rolesFor, cheatsheetSections, type Section } from './cheatsheet-model.ts'
import { PrintedSheet } from './cheatsheet-print.tsx'
import { emptyQuery, type KeyQuery } from './key-query.ts'
import { KeySearch } from './key-search.tsx'

/** Mounted while it is open. */
export function Cheatsheet() {
  const { help, registry, runner } = useCommandLayer()
  const [atoms] = useState(() => help.getState().atoms ?? noAtoms)
  const [ctx] = useState(() => runner.context({ source: 'key', atoms }))
  const [isEverything, setEverything] = useState(false)
  const [query, setQuery] = useState<KeyQuery>(emptyQuery)
  const roles = rolesFor(atoms)
  const [role, setRole] = useState(roles[0]!)
  const returnFocus = useReturnFocus()
  const close = () => help.setState({ isOpen: false })
  const found = cheatsheetSections(registry, ctx, isEverything, query)

  const handleTab = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return
    const [stroke] = strokesOf(keyInput(event.nativeEvent), registry.platform)
    if (stroke !== 'tab') return
    event.preventDefault()
    setEverything(!isEverything)
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-scrim print:hidden" />
        <Dialog.Popup
          data-kb-context="help"
          finalFocus={returnFocus}
          className="overlay fixed top-1/12 left-1/2 z-20 flex max-h-10/12 w-[1120px] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col"
        >
          <header
            onKeyDown={handleTab}
            className="flex flex-none flex-wrap items-center gap-3 border-b border-line px-4 py-2"
          >
            <Dialog.Title className="text-body font-semibold">Keyboard shortcuts</Dialog.Title>
            <KeySearch
              autoFocus
              query={query}
              onChange={setQuery}
              runs="app.printKeys"
              className="min-w-0 grow bg-transparent outline-none"
            />
            <button
              type="button"
              aria-pressed={isEverything}
              onClick={() => setEverything(!isEverything)}
              className="button"
            >
              All keys <Kbd keys={registry.labelsOf('tab')} />
            </button>
            <span className="flex items-center gap-1">
              {roles.length > 1 && (
                <select
                  aria-label="Print for"
                  value={role.name}
                  onChange={(event) => setRole(roles.find(({ name }) => name === event.target.value) ?? role)}
                  className="input"
                >
                  {roles.map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              )}
              <IconButton
                icon={Printer}
                label={`Print one page: ${role.name}`}
                keys={registry.keyOf('app.printKeys') ?? undefined}
                aria-keyshortcuts={registry.ariaKeysOf('app.printKeys')}
                onClick={() => runner.execute('app.printKeys', { source: 'pointer' })}
              />
              <Dialog.Close render={<IconButton icon={X} label="Close" keys={registry.labelsOf('escape')} />} />
            </span>
          </header>
          <div
            // it scrolls, and the arrow keys have to reach it
            tabIndex={0}
            className="min-h-0 columns-[300px] gap-8 overflow-y-auto p-4 text-list"
          >
            {found.map((section) => (
              <SheetSection key={section.group} section={section} />
            ))}
            {found.length === 0 && (
              <p className="text-muted">
                {query.by === 'keys'
                  ? `Nothing is on ${query.strokes.flatMap((stroke) => registry.labelsOf(stroke)).join(' ')}${isEverything ? '' : ' here'}.`
                  : `No command matches "${query.text}".`}
              </p>
            )}
          </div>
          <PrintedSheet role={role} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SheetSection({ section: { group, lines } }: { section: Section }) {
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1 text-label font-medium text-muted">{group}</h3>
      <dl>
        {lines.map(({ id, title, keys, where }) => (
          <div key={id} className="flex items-baseline gap-3 py-0.5">
            <dt className="min-w-0 grow">
              {title}
              {where && <span className="text-label text-muted"> {where}</span>}
            </dt>
            <dd className="flex flex-none flex-wrap justify-end gap-2">
              {keys.map((labels) => (
                <span key={labels.join(' ')}>
                  <span className="sr-only">{labels.join(' ')}</span>
                  <Kbd keys={labels} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
