// An alert, whole: why it fired, by what rule, its notes, and the files that belong to it.
import { useRef } from 'react'
import { alerts as calls } from '#contract/calls/cases/alerts.ts'
import type { Alert } from '#contract/model/cases/alert.ts'
import { UPLOAD_ENDINGS, uploadFault } from '#contract/model/upload.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { useData } from '#src/data/data.ts'
import { FileButton } from '#src/features/documents/public.ts'
import { TemplateClaims } from '#src/features/templates/public.ts'
import { formatCount } from '#src/format/count.ts'
import { fieldLabel } from '#src/format/field-table.ts'
import { formatFieldOf, type FieldLookups } from '#src/format/field.ts'
import { alertStatusLabel, humanise } from '#src/format/label.ts'
import { useNames } from '#src/data/names.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Upload } from '#src/ui/form/upload.tsx'
import { AlertAllowlists } from './alert-allowlists.tsx'
import { Details, Facts } from './trigger-facts.tsx'
import { NoteList } from './note-list.tsx'
import { Procedures } from './procedures.tsx'

/** Label and value of everything in a record, one level into what is nested, as all screens show these fields. */
function rowsOf(record: Record<string, unknown>, names: FieldLookups): (readonly [string, string])[] {
  const rows = (of: Record<string, unknown>, fields = Object.keys(of)) =>
    fields.flatMap((field) => {
      const shown = formatFieldOf(of, field, names)
      return shown === null ? [] : [[fieldLabel(field), shown] as const]
    })
  return Object.entries(record).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? rows({ ...value }) : rows(record, [field]),
  )
}

/** The assignee, since when, and who closed it. */
const aboutAlert = (alert: Alert): (readonly [string, string])[] => [
  ['Alert', alert.id],
  ['Case', alert.caseId ?? ''],
  ['Level', alert.alertLevel === 'hardstop' ? 'Hard stop' : 'Alert'],
  ['Raised', `${alert.createAt.date} UTC`],
  ['Assigned to', alert.manager?.name ?? 'Unassigned'],
  ['Closed', alert.resolveDate ? `${alert.resolveDate.date} UTC` : ''],
  ['Closed by', alert.resolvedManager?.name ?? ''],
  ['Reported', alert.sar === 1 ? 'With STR or SAR' : ''],
]

interface AlertDetailProps {
  alert: Alert
  /** Opened in order to attach a file. */
  isAttaching?: boolean
  /** A file was attached: whatever shows the alert reads it again. */
  onAttached: () => Promise<void>
}

export function AlertDetail({ alert, isAttaching = false, onAttached }: AlertDetailProps) {
  const names = useNames()
  return (
    <div className="grid max-w-[720px] gap-6">
      <header className="grid gap-1">
        <p className="text-title font-semibold">{alert.ruleName}</p>
        <p className="text-muted">
          {alertStatusLabel(alert.status)} · {humanise(alert.ruleType)} · revision {alert.revId}
        </p>
        <p>{alert.ruleDescription}</p>
      </header>
      <Details rows={aboutAlert(alert)} />
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Triggering values</h3>
        <p>{alert.triggerInfo.text}</p>
        <Facts facts={alert.triggerInfo.facts} />
      </section>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">The rule’s parameters</h3>
        <Details rows={rowsOf(alert.criteria ?? alert.ruleCriteria ?? {}, names)} />
      </section>
      {Object.keys(alert.enrichmentData).length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-label font-medium text-muted">Enrichment</h3>
          <Details rows={rowsOf(alert.enrichmentData, names)} />
        </section>
      )}
      {alert.isProcedures && <Procedures alertId={alert.id} isOnAccount={alert.caseId === null} />}
      <AlertAllowlists alertId={alert.id} />
      <TemplateClaims
        kind={alert.caseId === null ? 'account' : 'transaction'}
        subject={
          alert.caseId === null
            ? { kind: 'alert', id: alert.id, platform: alert.platform }
            : { kind: 'case', id: alert.caseId, platform: alert.platform }
        }
        alertId={alert.id}
        ruleType={alert.ruleType}
      />
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Notes</h3>
        <NoteList notes={alert.notes} />
      </section>
      <Files alert={alert} isAttaching={isAttaching} onAttached={onAttached} />
    </div>
  )
}

function Files({ alert, isAttaching, onAttached }: Required<AlertDetailProps>) {
  const { api } = useData()
  const section = useRef<HTMLElement>(null)
  const choose = () => section.current?.querySelector<HTMLInputElement>('input[type=file]')?.click()
  useFormActions(section, { attach: choose })

  return (
    <section ref={section} className="grid gap-2">
      <h3 className="text-label font-medium text-muted">Files</h3>
      {alert.files.length === 0 && <p className="text-list text-muted">No file yet.</p>}
      <ul className="grid gap-1 text-list">
        {alert.files.map((file) => (
          <li key={file.id} className="flex items-baseline gap-3">
            <FileButton
              name={file.name}
              open={() => api.open(calls.file, { params: { alertId: alert.id, fileId: file.id } }, { quiet: true })}
            />
            <span className="text-muted">
              {formatCount(Math.ceil(file.size / 1024))} kB, <DateDisplay value={file.createAt.date} />
            </span>
          </li>
        ))}
      </ul>
      <Upload
        label="File to attach"
        endings={UPLOAD_ENDINGS}
        check={uploadFault}
        send={(file, how) =>
          api.send(calls.attach, { params: { alertId: alert.id }, body: { file } }, { quiet: true, ...how })
        }
        onSent={() => void onAttached()}
        autoFocus={isAttaching}
        keys={useKeysOf('document.attach')}
      />
    </section>
  )
}
