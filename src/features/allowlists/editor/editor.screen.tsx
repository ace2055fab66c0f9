// One allowlist: its fields on the left, what it does to the open alerts on the right.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { draftKey } from '#src/features/allowlists/allowlists.ts'
import { Side } from '#src/features/allowlists/covered-panel.tsx'
import { expiryOf, expiryText } from '#src/features/allowlists/expiry.ts'
import { allowlistHref } from '#src/features/allowlists/links.ts'
import { allowlistQueries } from '#src/features/allowlists/queries.ts'
import { placeLabel } from '#src/features/allowlists/labels.ts'
import { FaultList } from '#src/features/rules/public.ts'
import { TaskList } from '#src/features/tasks/public.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { dayOf, draftOf, newDraft } from './draft.ts'
import { useEditing } from './use-editing.ts'

const PendingApproval = lazy(() => import('./pending-approval.tsx').then((m) => ({ default: m.PendingApproval })))
const AllowlistForm = lazy(() => import('./form.tsx').then((m) => ({ default: m.AllowlistForm })))

/** The screens of a new allowlist and of one that there is. */
export function AllowlistScreen() {
  const { platform = '', allowlistId: id } = useParams({ strict: false }) as Params
  const { api } = useData()
  const query = useQuery({ ...allowlistQueries.view(api, platform, id ?? ''), enabled: id !== undefined })
  if (id === undefined) return <Editor platform={platform} saved={null} />
  if (query.data) return <Editor key={id} platform={platform} saved={query.data} />
  return <Unread what={`Allow list ${id}`} message={query.error?.message} />
}

/** The screen of a version, which is only read. */
export function AllowlistVersionScreen() {
  const { platform = '', allowlistId: versionId = '' } = useParams({ strict: false }) as Params
  const { api } = useData()
  const query = useQuery(allowlistQueries.version(api, platform, versionId))
  if (query.data) return <Editor key={versionId} platform={platform} saved={query.data} isVersion />
  return <Unread what={`Version ${versionId}`} message={query.error?.message} />
}

interface Params {
  platform?: string
  allowlistId?: string
}

function Unread({ what, message }: { what: string; message: string | undefined }) {
  if (message === undefined) {
    return (
      <div className="p-6">
        <Skeleton lines={8} label={`Loading ${what.toLowerCase()}`} />
      </div>
    )
  }
  return (
    <Empty title={`${what} could not be read`}>
      <p>{message}</p>
      <CommandButton command="allowlist.refresh">Try again</CommandButton>
      <CommandButton command="allowlist.leave" />
    </Empty>
  )
}

interface EditorProps {
  platform: string
  saved: Allowlist | null
  isVersion?: boolean
}

function Editor({ platform, saved, isVersion = false }: EditorProps) {
  const navigate = useNavigate()
  const [today] = useState(() => dayOf(Date.now()))
  const base = useMemo(() => (saved ? draftOf(saved) : newDraft(platform, today)), [saved, platform, today])
  const onSaved = useCallback(
    (next: Allowlist) => {
      if (!saved) void navigate({ to: allowlistHref(next), replace: true })
    },
    [saved, navigate],
  )
  const key = isVersion ? `${platform}/version/${saved?.versionId}` : draftKey({ platform, id: saved?.id ?? null })
  const editing = useEditing({ platform, key, saved, base, isVersion, onSaved })
  if (!editing) {
    return (
      <div className="p-6">
        <Skeleton lines={8} label="Loading the allow list" />
      </div>
    )
  }
  return (
    <section aria-label="Allow list" className="flex h-full min-h-0 flex-col">
      <Head saved={saved} isVersion={isVersion} isChanged={editing.isChanged && saved !== null} />
      <FaultList faults={editing.faults} labelOf={placeLabel} />
      <div className="beside [--columns:minmax(0,3fr)_minmax(340px,2fr)]">
        <Suspense fallback={<Skeleton lines={8} label="Loading the form" />}>
          <Body isReadOnly={editing.isReadOnly}>
            <AllowlistForm editing={editing} />
          </Body>
        </Suspense>
        <Side saved={saved} covered={editing.covered} />
      </div>
    </section>
  )
}

function Head({
  saved,
  isVersion,
  isChanged,
}: Pick<EditorProps, 'saved'> & { isVersion: boolean; isChanged: boolean }) {
  const today = dayOf(useNow())
  const expiry = saved && expiryOf(saved, today)
  return (
    <header className="grid flex-none gap-2 border-b border-line px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="text-title font-semibold">{saved?.name ?? 'New allow list'}</h2>
        {isVersion && <Tag tone="warn">A version, to be read</Tag>}
        {saved?.approval && !isVersion && <Tag tone="accent">Pending approval</Tag>}
        {saved && !isVersion && (
          <Tag tone={expiry === 'ending' ? 'warn' : expiry === 'ended' ? 'stop' : 'plain'}>
            {expiryText(saved, today)}
          </Tag>
        )}
        {isChanged && <Tag tone="warn">Not saved</Tag>}
        <span className="min-w-0 grow truncate text-muted">
          {saved && `Version of ${formatDateTime(saved.lastUpdate)} by ${saved.author}`}
        </span>
        <span className="flex flex-wrap gap-2">
          {isVersion ? (
            <CommandButton command="allowlist.restore" variant="primary" />
          ) : (
            <>
              <CommandButton command="allowlist.save" variant="primary" />
              {saved && <CommandButton command="allowlist.resolve" />}
              {saved && <CommandButton command="allowlist.delete" />}
            </>
          )}
          <CommandButton command="allowlist.leave" variant="quiet" />
        </span>
      </div>
      {saved?.approval && !isVersion && (
        <Suspense fallback={null}>
          <PendingApproval saved={saved} approval={saved.approval} />
        </Suspense>
      )}
      {saved && !isVersion && <TaskList platform={saved.platform} allowlistId={saved.id} />}
    </header>
  )
}

/** The first Escape leaves the field, the second the screen. */
function Body({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // a read-only form is scrolled
    if (isReadOnly) frame.current?.focus()
    else frame.current?.querySelector('input')?.focus()
  }, [isReadOnly])
  const handleKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return
    if (!target.matches('input, textarea, select')) return
    event.preventDefault()
    frame.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves whichever field has the focus
    <form
      ref={frame}
      tabIndex={-1}
      aria-label="Allow list"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={handleKeyDown}
      className="min-h-0 overflow-y-auto p-4 outline-none"
    >
      <div className="max-w-[720px]">{children}</div>
    </form>
  )
}
