/** The keys that work here and now, or all of them; searched by words or by pressing a key, and printable. */
import { Dialog } from '@base-ui/react/dialog'
import { Printer, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { useReturnFocus } from '#src/ui/return-focus.ts'
import { sections, type Section } from './cheatsheet-model.ts'
import { keyInput, keyLabels, strokesOf } from './keys.ts'
import { useCommandLayer } from './provider.tsx'
import { noAtoms } from './when.ts'

/** Mounted while it is open. */
export function Cheatsheet() {
  const { help, registry, runner } = useCommandLayer()
  const [atoms] = useState(() => help.getState().atoms ?? noAtoms)
  const [ctx] = useState(() => runner.context({ source: 'key', atoms }))
  const [isEverything, setEverything] = useState(false)
  const [query, setQuery] = useState('')
  const returnFocus = useReturnFocus()
  const close = () => help.setState({ isOpen: false })
  const found = sections(registry, ctx, isEverything, query)

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const [stroke = ''] = strokesOf(keyInput(event.nativeEvent), registry.platform)
    if (stroke === 'tab') setEverything(!isEverything)
    else if (stroke === 'escape' && query !== '') setQuery('')
    // a chord or a function key types nothing: pressing it asks for it
    else if (/^(mod|ctrl|meta|alt)\+|^(shift\+)?f\d+$/.test(stroke) && !isEditing(stroke)) setQuery(stroke)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-scrim print:hidden" />
        <Dialog.Popup
          data-kb-context="help"
          finalFocus={returnFocus}
          className="print-sheet overlay fixed top-1/12 left-1/2 z-20 flex max-h-10/12 w-[860px] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col"
        >
          <header className="flex flex-none items-center gap-3 border-b border-line px-4 py-2">
            <Dialog.Title className="text-body font-semibold">Keyboard shortcuts</Dialog.Title>
            <input
              autoFocus
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={handleKey}
              aria-label="Search by word, or press a key"
              placeholder="Search by word, or press a key"
              className="min-w-0 grow bg-transparent outline-none print:hidden"
            />
            <button type="button" onClick={() => setEverything(!isEverything)} className="button print:hidden">
              {isEverything ? 'All keys' : 'What works here'} <Kbd keys={keyLabels('tab', registry.platform)} />
            </button>
            <span className="flex print:hidden">
              <IconButton icon={Printer} label="Print" onClick={() => window.print()} />
              <Dialog.Close
                render={<IconButton icon={X} label="Close" keys={keyLabels('escape', registry.platform)} />}
              />
            </span>
          </header>
          <div
            // it scrolls, and the arrow keys have to reach it
            tabIndex={0}
            className="min-h-0 columns-2 gap-8 overflow-y-auto p-4 text-list print:columns-3 print:overflow-visible"
          >
            {found.map((section) => (
              <SheetSection key={section.group} section={section} />
            ))}
            {found.length === 0 && <p className="text-muted">No command fits "{query}".</p>}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Chords the search field itself needs. */
const isEditing = (stroke: string) => /^(mod|alt)\+(a|c|v|x|z|left|right|backspace|delete)$/.test(stroke)

function SheetSection({ section: { group, lines } }: { section: Section }) {
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1 text-label font-medium text-muted">{group}</h3>
      <dl>
        {lines.map(({ id, title, keys, against }) => (
          <div key={id} className={`flex items-baseline gap-3 py-0.5 ${against ? 'text-muted' : ''}`}>
            <dt className="min-w-0 grow">
              {title}
              {against && <span className="text-label"> ({against})</span>}
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
