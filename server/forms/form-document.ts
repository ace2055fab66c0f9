/**
 * The printed content of a form: every section with every question, answered or not. Pure; `print.ts` makes the PDF.
 */
import { createHash } from 'node:crypto'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Stamp } from '#contract/model/common.ts'
import {
  FORM_STATUS_LABELS,
  FORM_TYPE_LABELS,
  type DocumentForm,
  type FormFile,
} from '#contract/model/forms/document-form.ts'
import type { FormField } from '#contract/model/forms/form-field.ts'
import { FORM_SECTIONS } from '#contract/model/forms/form-sections.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { countryName, serviceLabel } from './labels.ts'
import { isRightToLeft, scriptText } from './script-text.ts'

const OPEN = '–'

type Answers = Readonly<Record<string, unknown>>

/** The whole document for pdfmake. `printed` is the footer of each page. */
export function formDocument(form: DocumentForm, printed: Stamp): TDocumentDefinitions {
  const title = FORM_TYPE_LABELS[form.formType]
  return {
    pageSize: 'A4',
    pageMargins: [48, 56, 48, 56],
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.25 },
    styles: {
      title: { fontSize: 18, bold: true },
      section: { fontSize: 12, bold: true, margin: [0, 16, 0, 4] },
      row: { bold: true, margin: [0, 8, 0, 2] },
      label: { color: '#555555' },
      edge: { fontSize: 8, color: '#555555' },
    },
    info: { title: `${title}: ${form.customerName}`, creator: 'Docket' },
    ...(isApproved(form) ? {} : { watermark: { text: 'DRAFT', opacity: 0.08 } }),
    header: { text: 'Confidential', style: 'edge', alignment: 'right', margin: [48, 28, 48, 0] },
    footer: (page, pages) => ({
      columns: [
        { text: `${form.uuid}, version ${form.version}, printed ${print(printed)}\nSHA-256 ${recordHash(form)}` },

        { text: `${page} of ${pages}`, alignment: 'right', width: 60 },
      ],
      style: 'edge',
      margin: [48, 12, 48, 0],
    }),
    pageBreakBefore: isHeadingAlone,
    content: [{ text: title, style: 'title' }, factsOf(form), ...FORM_SECTIONS[form.formType].flatMap(sectionOf(form))],
  }
}

/** A heading goes to the next page where nothing follows it on its own. */
const isHeadingAlone: TDocumentDefinitions['pageBreakBefore'] = (node, nodes) =>
  node.headlineLevel !== undefined &&
  nodes.getFollowingNodesOnPage().every(({ headlineLevel }) => headlineLevel !== undefined)

const isApproved = ({ status }: DocumentForm) => status === 'approved' || status === 'submitted'

/** SHA-256 of the form's content, independent of reader and time: its answers, type, subject and version. */
export function recordHash({ uuid, formType, platform, customerId, version, data }: DocumentForm): string {
  return createHash('sha256')
    .update(JSON.stringify([uuid, formType, platform, customerId, version, data]))
    .digest('hex')
}

function factsOf(form: DocumentForm): Content {
  return table([
    ['Customer', `${form.customerName} (${form.customerId})`],
    ['Platform', findPlatform(form.platform)?.label ?? form.platform],
    ['Status', FORM_STATUS_LABELS[form.status]],
    ['Written by', form.author.name],
    ['Approved by', form.approvedBy?.name ?? OPEN],
    ['Approved on', form.approvedAt ? print(form.approvedAt) : OPEN],
    ['Created', print(form.createAt)],
    ['Last changed', print(form.updateAt)],
    ['Signed copy', form.signed?.name ?? OPEN],
  ])
}

function sectionOf({ data, files }: DocumentForm) {
  return ({ title, fields }: { title: string; fields: readonly FormField[] }): Content[] => {
    const plain = fields.filter(({ kind }) => kind !== 'rows')
    return [
      { text: title, style: 'section', headlineLevel: 1 },
      ...(plain.length > 0 ? [table(plain.map((field) => [field.label, answerOf(field, data, files)]))] : []),
      ...fields.flatMap((field) => (field.kind === 'rows' ? rowsOf(field, data[field.name]) : [])),
    ]
  }
}

/** A table of a form as one small table a row: paper is narrower than its columns are many. */
function rowsOf({ label, columns }: Extract<FormField, { kind: 'rows' }>, value: unknown): Content[] {
  const rows = Array.isArray(value) ? (value as Answers[]) : []
  if (rows.length === 0) return [table([[label, OPEN]])]
  return rows.flatMap((row, index) => [
    { text: `${label} ${index + 1}`, style: 'row', headlineLevel: 2 },
    table(columns.map((field) => [field.label, answerOf(field, row, [])])),
  ])
}

function answerOf(field: FormField, data: Answers, files: readonly FormFile[]): string {
  const value = data[field.name]
  if (value === undefined || value === null || value === '') return OPEN
  switch (field.kind) {
    case 'flag':
      return value === true ? 'Yes' : 'No'
    case 'country':
      return `${countryName(textOf(value))} (${textOf(value)})`
    case 'files':
      return files.map(({ name }) => name).join('\n') || OPEN
    case 'choices':
      return (value as string[]).join(', ') || OPEN
    case 'amount':
      return formatAmount(textOf(value))
    default:
      // a service may be stored by its code
      return field.name === 'method' ? serviceLabel(textOf(value)) : textOf(value)
  }
}

/** Decimal text with separators, unchanged: no digit is lost to rounding. */
const formatAmount = (text: string) => text.replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))

/** An answer of one value: text, or a number. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Lines of one text for pdfmake, whose time grows with the square of them. */
const LINES = 500

/** An answer in one cell; a long one is several texts, each of some lines. */
function cellOf(value: string): TableCell {
  const side = isRightToLeft(value) ? { alignment: 'right' as const } : {}
  const lines = value.split('\n')
  if (lines.length <= LINES) return { text: scriptText(value), ...side }
  const parts = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, n) =>
    lines.slice(n * LINES, (n + 1) * LINES).join('\n'),
  )
  return { stack: parts.map((part) => ({ text: scriptText(part), ...side })) }
}

function table(rows: readonly (readonly [label: string, value: string])[]): Content {
  const body: TableCell[][] = rows.map(([label, value]) => [{ text: label, style: 'label' }, cellOf(value)])
  return { table: { widths: [150, '*'], body }, layout: 'lightHorizontalLines', margin: [0, 4, 0, 0] }
}

function print({ date, timezone }: Stamp): string {
  return `${date} ${timezone}`
}
