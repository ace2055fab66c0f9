// Asks why a rule is saved so, beside what its backtest found: both are kept with the revision.
import { useRef, useState } from 'react'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { Rules, Saving } from '#src/features/rules/rules.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextArea } from '#src/ui/form/field.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { ToneMark } from '#src/ui/tag.tsx'

interface SaveDialogProps {
  rules: Rules
  saving: Saving
  /** The conditions as a sentence; empty without any. */
  sentence: string
}

export function SaveDialog({ rules, saving, sentence }: SaveDialogProps) {
  const { risk, isNew, proceed } = saving
  const { runner, registry } = useCommandLayer()
  const [reason, setReason] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const keys = useKeysOf('dialog.submit')
  const isAllowed = reason.trim() !== '' || (isNew && risk.warnings.length === 0)
  const close = () => rules.store.setState({ saving: null })
  const save = () => {
    if (!isAllowed) return
    close()
    proceed(reason.trim())
  }
  useFormActions(body, { submit: save })
  const backtest = () => {
    close()
    // after the focus has returned to the form
    setTimeout(() => runner.execute('rule.backtest', { source: 'pointer' }))
  }
  const verb = rules.isReviewed() ? 'Propose' : 'Save'
  return (
    <Dialog
      title={isNew ? `${verb} the new rule` : `${verb} a new revision`}
      onClose={close}
      actions={
        <>
          <Button onClick={close} keys={registry.labelsOf('escape')}>
            Cancel
          </Button>
          <Button onClick={backtest}>Backtest…</Button>
          <Button variant="primary" keys={keys} aria-disabled={!isAllowed} onClick={save}>
            {risk.warnings.length > 0 ? `${verb} anyway` : verb}
          </Button>
        </>
      }
    >
      <div ref={body} className="grid gap-3">
        {sentence !== '' && <p className="max-h-40 overflow-y-auto">{sentence}</p>}
        <Evidence risk={risk} />
        <Field label={isNew ? 'Reason (optional)' : 'Reason for the change'} hint="Kept with the revision.">
          <TextArea rows={3} maxLength={4000} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}

function Evidence({ risk: { backtest, isStale, warnings } }: Pick<Saving, 'risk'>) {
  if (backtest === null) return <p className="text-list text-muted">This draft was not backtested.</p>
  return (
    <div className="grid gap-1">
      {warnings.map((warning) => (
        <p key={warning} className="flex items-baseline gap-1.5 font-medium text-stop">
          <ToneMark tone="stop" />
          {warning}
        </p>
      ))}
      <p className="text-list text-muted">
        {isStale ? 'The backtest is of an earlier draft. ' : ''}
        {warnings.length === 0 ? 'The backtest found nothing against it. ' : ''}
        Its result is kept with the revision.
      </p>
    </div>
  )
}
