// One chart, which is its table with a bar in each row, or columns over the table where it is over time.
import { useLayoutEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useIsOnline } from '#src/data/data.ts'
import { formatCount } from '#src/format/count.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { rowId, type Chart, type ChartRow, type Charts } from './charts.ts'

interface ChartPanelProps {
  charts: Charts
  chart: Chart
  digit: number
  platform: string
  /** Its data; undefined until read. */
  query: { data: readonly ChartRow[] | undefined; isError: boolean; error: Error | null }
  /** The command that reads again. */
  again: CommandId
  /** Its method, under the title. */
  note?: string | undefined
}

const textOf = (row: ChartRow) => row.text ?? formatCount(row.count)

export function ChartPanel({ charts, chart, digit, platform, query, again, note }: ChartPanelProps) {
  const isOnline = useIsOnline()
  const rows = query.data
  const { title } = chart
  const most = Math.max(1e-9, ...(rows ?? []).map(({ count }) => count))
  return (
    <section aria-label={title} className="flex max-h-[27rem] flex-col gap-2 rounded border border-line p-3">
      <h3 className="flex flex-none items-baseline gap-2 font-semibold">
        <kbd className="kbd">{digit}</kbd> {title}
      </h3>
      {note !== undefined && <p className="flex-none text-label text-muted">{note}</p>}
      {rows === undefined && !query.isError && <Skeleton lines={5} label={`Loading ${title}`} />}
      {rows === undefined && query.isError && (
        <div className="text-list text-muted">
          <p>{isOnline ? `Could not be read: ${query.error?.message}` : 'This panel is not saved on this device.'}</p>
          <CommandButton command={again}>Try again</CommandButton>
        </div>
      )}
      {rows?.length === 0 && <p className="text-list text-muted">No data</p>}
      {rows && rows.length > 0 && chart.isSeries && (
        <Columns chart={chart} platform={platform} rows={rows} most={most} />
      )}
      {rows && rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        <div tabIndex={0} role="group" aria-label={`Rows of ${title}`} className="min-h-0 overflow-y-auto">
          <table aria-label={title} className="w-full text-list">
            <thead className={chart.columns ? 'text-label text-muted' : 'sr-only'}>
              <tr>
                <th scope="col" className="px-2 text-start font-medium">
                  {chart.of}
                </th>
                {chart.columns?.map((column) => (
                  <th key={column} scope="col" className="px-2 text-end font-medium">
                    {column}
                  </th>
                ))}
                <th scope="col" className="px-2 text-end font-medium">
                  {chart.counted ?? 'Count'}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <PanelRow
                  key={row.key}
                  charts={charts}
                  chart={chart}
                  platform={platform}
                  row={row}
                  share={row.count / most}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface PanelRowProps extends Pick<ChartPanelProps, 'charts' | 'chart' | 'platform'> {
  row: ChartRow
  share: number
}

function PanelRow({ charts, chart, platform, row, share }: PanelRowProps) {
  const id = rowId(chart, row)
  const isCurrent = useStore(charts.list.cursor, (cursor) => cursor.id === id)
  const element = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(() => {
    if (!isCurrent) return
    // with the title and the columns above it, where there is room
    element.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
    element.current?.scrollIntoView({ block: 'nearest' })
    const target = element.current?.querySelector<HTMLElement>('[data-row]')
    const { activeElement } = document
    // the focus follows the cursor inside the charts, and is never taken from a field or a menu
    const isFree = activeElement === document.body || activeElement?.closest('[data-charts]')
    const isField = activeElement?.matches('input, textarea')
    if (isFree && !isField) target?.focus({ preventScroll: true })
  }, [isCurrent])
  const href = chart.hrefOf(platform, row)
  const label = row.label || 'Not known'
  const attributes = {
    'data-row': id,
    tabIndex: isCurrent ? 0 : -1,
    onFocus: () => charts.list.moveToId(id),
    // the whole row is the link's: its bar and its figure lead there too
    className: `block truncate after:absolute after:inset-0 ${row.isExpected ? 'italic' : ''}`,
  }
  return (
    <tr ref={element} data-current={isCurrent || undefined} className="relative h-7 data-current:bg-tint">
      <td className={`max-w-0 px-2 ${chart.columns ? 'w-2/5' : 'w-3/5'}`}>
        {href === null ? (
          <span {...attributes} title={label}>
            {label}
          </span>
        ) : (
          <Link to={href} {...attributes} title={label}>
            {label}
          </Link>
        )}
      </td>
      {row.cells?.map((cell, index) => (
        <td key={chart.columns?.[index]} className="px-2 text-end whitespace-nowrap tabular-nums">
          {cell}
        </td>
      ))}
      <td className="px-2">
        <span className="flex items-center justify-end gap-2">
          {!chart.isSeries && (
            <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 min-w-0 grow">
              <rect width={Math.max(share * 100, row.count > 0 ? 1 : 0)} height={8} className="fill-accent" />
            </svg>
          )}
          <span className="w-14 flex-none text-end tabular-nums">{textOf(row)}</span>
        </span>
      </td>
    </tr>
  )
}

const HEIGHT = 60

interface ColumnsProps extends Pick<ChartPanelProps, 'chart' | 'platform'> {
  rows: readonly ChartRow[]
  most: number
}

/** A column a row, the oldest first, for the pointer; the table below has each figure and link. */
function Columns({ chart, platform, rows, most }: ColumnsProps) {
  const width = 100 / rows.length
  return (
    <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="h-16 w-full flex-none">
      {rows.toReversed().map((row, index) => {
        const height = (row.count / most) * HEIGHT
        const href = chart.hrefOf(platform, row)
        const column = (
          <>
            <title>{`${row.label}: ${textOf(row)}`}</title>
            <rect x={index * width} width={width} height={HEIGHT} className="fill-transparent" />
            <rect
              x={index * width + width * 0.1}
              y={HEIGHT - height}
              width={width * 0.8}
              height={height}
              className={row.isExpected ? 'fill-edge' : 'fill-accent'}
            />
          </>
        )
        return href === null ? (
          <g key={row.key}>{column}</g>
        ) : (
          <Link key={row.key} to={href} tabIndex={-1}>
            {column}
          </Link>
        )
      })}
    </svg>
  )
}
