/** The calls as a page for developers: made here, no script, its style sheet a file of our own. */
import { readFileSync } from 'node:fs'
import { escape } from '#server/identity/pages.ts'
import type { OpenApi, Operation, Parameter } from './document.ts'

const STYLE = readFileSync(new URL('page.css', import.meta.url), 'utf8')

/** Served below `/api/docs`. */
export const DOCS_STYLE = { type: 'text/css; charset=utf-8', text: STYLE }

/** A whole HTML document. */
export function docsPage({ info, tags, paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const areas = tags.map((tag) => ({
    ...tag,
    calls: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const links = areas.map(
    ({ name, calls }) => `<li><a href="#${name}">${escape(name)}</a> <small>${calls.length}</small></li>`,
  )
  const sections = areas.map(
    ({ name, description, calls }) =>
      `<section id="${name}"><h2>${escape(name)}</h2><p>${escape(description)}</p>${calls.map(call).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Calls - ${escape(info.title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/page.css">
</head>
<body>
<nav aria-label="Areas"><h1>${escape(info.title)} <small>${escape(info.version)}</small></h1>
<ul>${links.join('')}</ul><p><a href="/api/openapi.json">openapi.json</a></p></nav>
<main><p>${escape(info.description)}</p>${sections.join('')}</main>
</body>
</html>
`
}

function call({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const marks = [
    operation['x-roles']?.join(', '),
    operation.security && 'no sign-in',
    operation['x-ours'] && 'ours',
    operation.deprecated && 'deprecated',
  ].filter((mark) => typeof mark === 'string')
  const where = path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? `<i>${escape(part)}</i>` : escape(part)))
  return `<details id="${operation.operationId}"><summary>
<code class="${method}">${method}</code> <code>${where.join('<wbr>')}</code>
<span>${escape(operation.operationId)}</span>${marks.map((mark) => `<small>${escape(mark)}</small>`).join('')}
</summary>${parameters(operation.parameters)}${bodies(operation)}${notice(operation)}</details>`
}

function parameters(all: readonly Parameter[]): string {
  const rows = all.map(({ name, in: place, required, description = '', schema }) => {
    const cells = [
      `<code>${escape(name)}</code>`,
      place,
      required ? 'required' : '',
      short(schema),
      escape(description),
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return rows.length > 0 ? `<table><caption>Parameters</caption>${rows.join('')}</table>` : ''
}

/** A type in a few words; a list of values is shown whole. */
function short(schema: { [key: string]: unknown }): string {
  const items = schema['items'] as { [key: string]: unknown } | undefined
  if (items) return `list of ${short(items)}`
  const values = schema['enum'] as unknown[] | undefined
  if (values) return values.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(' ')
  return 'const' in schema
    ? `<code>${escape(JSON.stringify(schema['const']))}</code>`
    : escape(typeof schema['type'] === 'string' ? schema['type'] : '')
}

function bodies({ requestBody, responses }: Operation): string {
  const sent = requestBody ? content('Body', requestBody.content) : ''
  const [done] = Object.values(responses)
  return sent + (done && 'content' in done && done.content ? content('Reply', done.content) : '')
}

function content(title: string, all: Record<string, { schema?: unknown }>): string {
  return Object.entries(all)
    .map(([type, { schema }]) => {
      const text = schema ? `<pre tabindex="0">${plain(JSON.stringify(schema, null, 2))}</pre>` : ''
      return `<h3>${title} <small>${escape(type)}</small></h3>${text}`
    })
    .join('')
}

function notice(operation: Operation): string {
  const said = operation['x-notice']
  return said ? `<p>The window says <q>${escape(said)}</q>.</p>` : ''
}

/** Between tags quotes need no care, and JSON is full of them. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
