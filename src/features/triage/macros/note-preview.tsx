// The note that the first key would write, so that nobody signs an unread text, with the results of each key's claims.
import { digitKeys } from '#src/commands/dispatcher/digit-keys.ts'
import type { CommandId } from '#src/commands/command.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { ClaimsByKey, fillNote, withOwnText, type NoteAbout } from '#src/features/templates/public.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import type { StripMacro } from './strip.ts'

interface NotePreviewProps {
  macros: readonly StripMacro[]
  about: NoteAbout
  /** The command of the digits. */
  decide: CommandId
}

export function NotePreview({ macros, about, decide }: NotePreviewProps) {
  const { registry } = useCommandLayer()
  const keysOf = ({ key }: StripMacro) => digitKeys(registry, decide, key)
  // while the facts are read no other key takes the place of the first
  const first = about.unread ? undefined : macros.find(({ against }) => against === null)
  const filled = first && fillNote(first.note, about)
  const [blocked] = macros
  return (
    <>
      {first && filled && (
        <section className="grid gap-2">
          <h3 className="text-label font-medium text-muted">
            Note preview: <Kbd keys={keysOf(first)} /> {first.title}
          </h3>
          <p className="rounded-md border border-line bg-raised p-3 text-list whitespace-pre-line">
            {withOwnText(filled.made, filled.text)}
          </p>
        </section>
      )}
      {!first && blocked?.against && <p className="text-list">No template applies: {blocked.against}.</p>}
      <ClaimsByKey items={macros.map((macro) => ({ ...macro, keys: keysOf(macro) }))} />
    </>
  )
}
