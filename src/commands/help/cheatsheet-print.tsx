/** The printed cheatsheet: one page per role, with the user's own keys on this keyboard. */
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { presetTitles } from '#src/commands/keymap/preset-titles.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { roleSections, type SheetRole } from './cheatsheet-model.ts'

export function PrintedSheet({ role }: { role: SheetRole }) {
  const { registry, keyboard } = useCommandLayer()
  const { preset, overrides } = useStore(keyboard.store, (state) => state.keymap)
  const changes = Object.keys(overrides).length
  // outside the page, which is not printed
  return createPortal(
    <article aria-hidden="true" className="print-sheet">
      <header className="mb-2 flex items-baseline gap-3 border-b border-current pb-1">
        <strong className="text-[11pt]">Docket keys</strong>
        <span>{role.name}</span>
        <span className="ms-auto">
          {presetTitles[preset]} keys{changes > 0 && `, ${changes} changed`}
        </span>
      </header>
      <div className="columns-5 gap-3">
        {roleSections(registry, role).map(({ group, lines }) => (
          <section key={group} className="mb-1">
            <h3 className="font-semibold">{group}</h3>
            {lines.map(({ id, title, keys, where }) => (
              <p key={id} className="flex break-inside-avoid items-baseline gap-1">
                <span className="min-w-0 grow">
                  {title}
                  {where && <small> {where}</small>}
                </span>
                <span className="flex flex-none gap-1">
                  {keys.slice(0, 2).map((labels) => (
                    <Kbd key={labels.join(' ')} keys={labels} />
                  ))}
                </span>
              </p>
            ))}
          </section>
        ))}
      </div>
    </article>,
    document.body,
  )
}
