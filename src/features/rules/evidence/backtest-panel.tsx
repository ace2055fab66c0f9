// The backtest panel: the draft over the past, beside the rule in force, with progress and result.
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { useData } from '#src/data/data.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { RuleButtons } from '#src/features/rules/rule-buttons.tsx'
import { draftKey, type Rules } from '#src/features/rules/rules.ts'
import { countOf } from '#src/format/count.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { BacktestReport } from './backtest-report.tsx'
import { SidePanel } from './panel-parts.tsx'

interface BacktestPanelProps {
  rules: Rules
  platform: string
  id: string | null
  /** The one that was begun before this window was loaded. */
  kept: string | undefined
}

/** The polling interval while it runs, ms. */
const EVERY_MS = 500

export function BacktestPanel({ rules, platform, id, kept }: BacktestPanelProps) {
  const uuid = useStore(rules.store, ({ backtests }) => backtests[draftKey({ platform, id })]) ?? kept
  return (
    <SidePanel label="Backtest">
      {uuid === undefined ? (
        <p className="text-muted">
          What the draft would have raised over the last 30, 90 or 365 days, beside the rule in force: alerts gained and
          lost, precision by what was decided, and every STR it would have missed.
        </p>
      ) : (
        <Backtest key={uuid} platform={platform} uuid={uuid} ruleId={id} />
      )}
      <RuleButtons
        commands={['rule.backtest']}
        {...(uuid === undefined && { primary: 'rule.backtest' })}
        labels={{ 'rule.backtest': uuid === undefined ? 'Backtest the draft…' : 'Try again…' }}
      />
    </SidePanel>
  )
}

function Backtest({ platform, uuid, ruleId }: { platform: string; uuid: string; ruleId: string | null }) {
  const { api } = useData()
  const { data, error } = useQuery({
    ...ruleQueries.backtest(api, platform, uuid),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'Processing' ? false : EVERY_MS),
  })
  if (!data)
    return error ? <p className="text-muted">{error.message}</p> : <Skeleton lines={4} label="Backtest begins" />
  const window = `Over the last ${countOf(data.days, 'day')}`
  if (data.status === 'Processing') {
    return (
      <div role="status" className="grid gap-2">
        <p>
          {window}: part {data.done} of {data.total}
          {data.ruleId !== ruleId && ', of another draft'}
        </p>
        <progress aria-label="Backtest" value={data.done} max={Math.max(1, data.total)} className="w-full" />
        <RuleButtons commands={['rule.endBacktest']} />
      </div>
    )
  }
  if (!data.result) {
    return (
      <p role="status">
        {window}: {data.status === 'Canceled' ? 'ended by hand.' : (data.message ?? 'it failed.')}
      </p>
    )
  }
  return <BacktestReport backtest={data} result={data.result} platform={platform} />
}
