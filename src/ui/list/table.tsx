import type { ReactNode } from 'react'

export interface TableProps {
  /** Accessible name. */
  label: string
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[]; isMarked?: boolean }[]
  /** By column index; text is left-aligned by default. */
  align?: Readonly<Record<number, 'end'>>
}

/** A plain table for what fits on a page; what does not is a List. */
export function Table({ label, columns, rows, align }: TableProps) {
  const side = (index: number) => (align?.[index] === 'end' ? 'text-end' : 'text-start')
  return (
    <table aria-label={label} className="w-full text-list">
      <thead className="sticky top-0 bg-bg text-label text-muted">
        <tr className="h-7 border-b border-line">
          {columns.map((column, index) => (
            <th key={column} scope="col" className={`px-2 font-medium first:ps-4 ${side(index)}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={`h-7 border-b border-line ${row.isMarked ? 'bg-tint' : ''}`}>
            {row.cells.map((cell, index) => (
              <td key={columns[index]} className={`px-2 first:ps-4 ${side(index)}`}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
