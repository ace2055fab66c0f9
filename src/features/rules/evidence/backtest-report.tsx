import { Link } from '@tanstack/react-router'
import type { Backtest, BacktestHit, BacktestResult } from '#contract/model/rules/backtest.ts'
import { useNames, type Names } from '#src/data/names.ts'
import { caseHref, customerHref } from '#src/features/cases/public.ts'
import { STAGE_LABELS } from '#src/features/rules/rule-labels.ts'
import { formatAmount } from '#src/format/amount.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { countryLabel } from '#src/format/country.ts'
import { serviceName } from '#src/format/name.ts'
import { Table } from '#src/ui/list/table.tsx'
import { Tag, ToneMark } from '#src/ui/tag.tsx'
import { Bar, Block } from './panel-parts.tsx'

interface BacktestReportProps {
  backtest: Backtest
  result: BacktestResult
  platform: string
}

/** The compared rule: its state and revision. */
function besideWords({ ruleId, beside }: Backtest): string {
  if (beside) return `${STAGE_LABELS[beside.stage]}, revision ${beside.revisionId}`
  if (ruleId === null) return 'No rule'
  // a server that does not send it
  return beside === null ? 'Cannot run' : 'In force'
}

const percent = (part: number | null) => (part === null ? 'nothing decided' : `${(part * 100).toFixed(1)} %`)

/** The result of a backtest: both sides, gained and lost hits, and examples. */
export function BacktestReport({ backtest, result, platform }: BacktestReportProps) {
  const names = useNames()
  const { draft, live, gained, lost, strLost, sample, judged, on, seconds } = result
  const figures = [
    ['Alerts', formatCount(live.alerts), formatCount(draft.alerts)],
    ['Became an STR', formatCount(live.str), formatCount(draft.str)],
    ['Cleared', formatCount(live.cleared), formatCount(draft.cleared)],
    ['Precision', percent(live.precision), percent(draft.precision)],
  ] as const
  return (
    <div className="grid gap-5">
      {strLost.total > 0 && (
        <section aria-label="STRs the draft would miss" className="grid gap-2 rounded-md border border-stop p-3">
          <p role="alert" className="flex items-baseline gap-1.5 font-semibold text-stop">
            <ToneMark tone="stop" />
            {countOf(strLost.total, 'STR')} that the draft would miss
          </p>
          <Hits label="STRs the draft would miss" hits={strLost.items} platform={platform} names={names} />
        </section>
      )}
      <p role="status" className="text-muted">
        {countOf(backtest.days, 'day')}, {formatCount(judged)} {on} looked at in {seconds.toFixed(1)} s. Allow lists
        left out.
      </p>
      {strLost.total === 0 && (
        <p>
          <Tag tone="done">No STR would be missed</Tag>
        </p>
      )}
      <Table
        label="The rule and the draft"
        columns={['Figure', besideWords(backtest), 'Draft']}
        align={{ 1: 'end', 2: 'end' }}
        rows={figures.map(([label, before, after]) => ({ key: label, cells: [label, before, after] }))}
      />
      <Block title={`${countOf(gained.alerts, 'alert')} gained, ${countOf(lost.alerts, 'alert')} lost`}>
        <Split
          label="By service"
          gained={gained.byService}
          lost={lost.byService}
          name={(key) => serviceName(key, names.services)}
        />
        <Split
          label="By country"
          gained={gained.byCountry}
          lost={lost.byCountry}
          name={(key) => countryLabel(key, names.countries) ?? key}
        />
      </Block>
      {sample.gained.length > 0 && (
        <Block title={`Gained, ${sample.gained.length} of ${formatCount(gained.alerts)}`}>
          <Hits label="Alerts gained" hits={sample.gained} platform={platform} names={names} />
        </Block>
      )}
      {sample.lost.length > 0 && (
        <Block title={`Lost, ${sample.lost.length} of ${formatCount(lost.alerts)}`}>
          <Hits label="Alerts lost" hits={sample.lost} platform={platform} names={names} />
        </Block>
      )}
    </div>
  )
}

type Counts = BacktestResult['gained']['byService']

interface SplitProps {
  label: string
  gained: Counts
  lost: Counts
  name: (key: string) => string
}

/** The most frequent first, on either side. */
function Split({ label, gained, lost, name }: SplitProps) {
  const keys = [...new Set([...gained, ...lost].map(({ key }) => key))]
  if (keys.length === 0) return null
  const of = (counts: Counts, key: string) => counts.find((one) => one.key === key)?.count ?? 0
  const most = Math.max(...keys.flatMap((key) => [of(gained, key), of(lost, key)]))
  const both = (key: string) => of(gained, key) + of(lost, key)
  return (
    <Table
      label={label}
      columns={[label, 'Gained', 'Lost', 'Share']}
      align={{ 1: 'end', 2: 'end' }}
      rows={keys
        .toSorted((a, b) => both(b) - both(a))
        .map((key) => ({
          key: key || 'unknown',
          cells: [
            key === '' ? 'Not known' : name(key),
            formatCount(of(gained, key)),
            formatCount(of(lost, key)),
            <span key="bars" className="grid gap-px">
              {of(gained, key) > 0 && <Bar part={of(gained, key) / most} />}
              {of(lost, key) > 0 && <Bar part={of(lost, key) / most} isLoss />}
            </span>,
          ],
        }))}
    />
  )
}

interface HitsProps {
  label: string
  hits: readonly BacktestHit[]
  platform: string
  names: Names
}

/** Transactions by their case, customers by themselves: each to be opened. */
function Hits({ label, hits, platform, names }: HitsProps) {
  return (
    <ul aria-label={label} className="grid gap-2 text-list">
      {hits.map(({ caseId, transactionId, customerId, customerName, service, usd, text }) => (
        <li key={`${transactionId} ${customerId}`} className="grid gap-0.5">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Link
              className="font-medium text-accent underline-offset-2 hover:underline"
              to={caseId === null ? customerHref(platform, customerId) : caseHref(platform, caseId)}
            >
              {caseId ?? customerName}
            </Link>
            {caseId !== null && <span>{customerName}</span>}
            {caseId === null && transactionId !== null && <span>transaction {transactionId}</span>}
            <span className="grow text-end text-muted">
              {[service && serviceName(service, names.services), usd && `${formatAmount(usd)} USD`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <span className="text-muted">{text}</span>
        </li>
      ))}
    </ul>
  )
}
