// The frame of every section of Administration: navigation, rows, and the current row's details.
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageFrame, PageRows, type PageRowsProps } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { SECTIONS, sectionHref, type Section } from '#src/features/administration/public.ts'

const SPLIT = { storageKey: 'docket.administration', initial: 460 }
const titleOf = (section: Section) => SECTIONS.find((one) => one.section === section)?.title ?? section

interface FrameProps {
  section: Section
  summary?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The section's name, what there is of it, what can be done, and the other sections. */
export function SectionFrame({ section, summary, actions, children }: FrameProps) {
  const { platform = '' } = useParams({ strict: false })
  return (
    <PageFrame
      name={titleOf(section)}
      above={
        <nav aria-label="Administration" className="flex flex-none flex-wrap gap-x-1 border-b border-line px-3">
          {SECTIONS.map((one) => (
            <Link
              key={one.section}
              to={sectionHref(platform, one.section)}
              aria-current={one.section === section ? 'page' : undefined}
              className="nav-tab h-9 [--tab-gap:1px]"
            >
              {one.title}
            </Link>
          ))}
        </nav>
      }
      summary={summary}
      actions={actions}
    >
      {children}
    </PageFrame>
  )
}

interface RowsProps<Row> extends Omit<
  PageRowsProps<Row>,
  'label' | 'context' | 'things' | 'empty' | 'split' | 'preview'
> {
  section: Section
  /** Said where there are no rows. */
  empty: string
  preview: (row: Row) => ReactNode
}

/** Rows that are all there, with one in full beside them. */
export function SectionRows<Row>({ section, empty, preview, ...rows }: RowsProps<Row>) {
  return (
    <PageRows
      {...rows}
      label={titleOf(section)}
      context={`${section} list`}
      things={rows.noun[1]}
      empty={<Empty title={empty} />}
      split={SPLIT}
      preview={(row) => <PreviewPane empty="Nothing selected">{row === undefined ? null : preview(row)}</PreviewPane>}
    />
  )
}
