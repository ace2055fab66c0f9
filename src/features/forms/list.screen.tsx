// SAR and EDD forms of a platform, one type at a time, the latest first.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '#contract/calls/sign-in.ts'
import { fromStamp } from '#contract/model/common.ts'
import {
  FORM_STATUS_LABELS,
  FORM_TYPE_LABELS,
  FORM_TYPES,
  type FormItem,
  type FormType,
} from '#contract/model/forms/document-form.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { ListSearch, PageFrame, PageRows } from '#src/features/lists/public.ts'
import { isDocumentAdmin, useSession } from '#src/features/sign-in/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useForms } from './forms.ts'
import { formsHref } from './links.ts'
import { formQueries } from './queries.ts'

const keyOf = ({ uuid }: FormItem) => uuid
const noun = ['form', 'forms'] as const
const NONE: readonly FormItem[] = []

const columnsAt = (now: number): readonly ListColumn<FormItem>[] => [
  { id: 'customer', header: 'Customer', width: 180, grow: 3, text: (row) => row.customerName },
  { id: 'id', header: 'ID', width: 90, text: (row) => row.customerId },
  { id: 'status', header: 'Status', width: 110, text: (row) => FORM_STATUS_LABELS[row.status] },
  { id: 'author', header: 'Written by', width: 140, grow: 1, text: (row) => row.author.name },
  {
    id: 'approved',
    header: 'Approved by',
    width: 140,
    grow: 1,
    hideBelow: 900,
    text: (row) => row.approvedBy?.name ?? '–',
  },
  {
    id: 'due',
    header: 'Due',
    width: 100,
    text: (row) => row.dueOn ?? '–',
    spoken: (row) => [row.dueOn, isLate(row, now) && 'past due'].filter(Boolean).join(', '),
    render: (row) => (
      <>
        {isLate(row, now) && <ToneMark tone="warn" />} {row.dueOn ?? '–'}
      </>
    ),
  },
  { id: 'age', header: 'Changed', width: 80, align: 'end', text: (row) => shortAge(now - fromStamp(row.updateAt)) },
]

const isLate = ({ dueOn }: FormItem, now: number) => Boolean(dueOn) && Date.parse(`${dueOn}T23:59:59Z`) < now

/** Forms that need action: reviews for approvers, one's own drafts and copies to sign. */
const waitsFor = (me: Profile, form: FormItem): boolean => {
  if (form.status === 'review') return isDocumentAdmin(me) && form.author.id !== me.id
  return form.author.id === me.id && (form.status === 'new' || (form.status === 'approved' && form.formType === 'sar'))
}

const typeOf = (raw: string): FormType => FORM_TYPES.find((type) => type === raw) ?? 'sar'

export function FormsScreen() {
  const { platform = '', formType = '' } = useParams({ strict: false }) as { platform?: string; formType?: string }
  const type = typeOf(formType)
  const { api } = useData()
  const navigate = useNavigate()
  const { store, list } = useForms()
  const search = useStore(store, (state) => state.search)
  const isWaitingOnly = useStore(store, (state) => state.isWaitingOnly)
  const { profile } = useSession()
  const query = useQuery(formQueries.list(api, platform, useDeferredValue(search)))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const ofType = useMemo(() => query.data?.items.filter((form) => form.formType === type) ?? NONE, [query.data, type])
  const waiting = useMemo(() => ofType.filter((form) => waitsFor(profile, form)), [ofType, profile])
  const rows = isWaitingOnly ? waiting : ofType
  const submitted = rows.filter(({ status }) => status === 'submitted').length
  return (
    <PageFrame
      name="SAR and EDD forms"
      summary={
        <>
          {query.data &&
            `${countOf(rows.length, 'form')}: ${submitted} submitted, ${rows.length - submitted} not. ${waiting.length} waiting for you.`}
          {query.data && query.data.total !== undefined && query.data.total > query.data.items.length && (
            <>
              {' '}
              Showing the latest {query.data.items.length} of {formatCount(query.data.total)}; search to narrow.
            </>
          )}
        </>
      }
      actions={
        <>
          <CommandButton command="form.waiting">{isWaitingOnly ? 'All forms' : 'Waiting for me'}</CommandButton>
          <ListSearch
            label="Search by customer or id"
            list="Forms"
            placeholder="Customer, id"
            value={search}
            onChange={(search) => store.setState({ search })}
          />
        </>
      }
    >
      <Tabs
        label="Type of form"
        value={type}
        onChange={(next) => void navigate({ to: formsHref(platform, next) })}
        tabs={FORM_TYPES.map((value, index) => ({ value, label: FORM_TYPE_LABELS[value], keys: [String(index + 1)] }))}
      >
        <PageRows
          query={query}
          things="forms"
          again="form.refresh"
          label="Forms"
          noun={noun}
          rows={rows}
          keyOf={keyOf}
          columns={columns}
          state={list}
          open="form.open"
          context="forms list"
          empty={
            <Empty title={isWaitingOnly ? 'Nothing is awaiting your review' : 'No form'}>
              {isWaitingOnly ? 'Press w to see all forms.' : 'A form is begun on a case or on its customer.'}
            </Empty>
          }
        />
      </Tabs>
    </PageFrame>
  )
}
