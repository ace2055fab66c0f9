/** The server's own pages during sign-in. Their style sheet and script are files, without inline code. */
import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8')

/** Served under `/api/login/`. */
export const PAGE_FILES = {
  'sign-in.css': { type: 'text/css; charset=utf-8', text: read('sign-in.css') },
  'sign-in.js': { type: 'text/javascript; charset=utf-8', text: read('sign-in.js') },
}

export function page(status: number, title: string, text: string, link: { href: string; text: string }): Response {
  const body = `<p>${escape(text)}</p><p><a class="button" href="${escape(link.href)}">${escape(link.text)}</a></p>`
  return new Response(document(title, body), { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

interface Look {
  /** The name in the title. */
  owner: string
  /** The address of its style sheet. */
  style: string
  /** The address of its script; most pages have none. */
  script?: string
}

const SIGN_IN: Look = { owner: 'Docket', style: '/api/login/sign-in.css', script: '/api/login/sign-in.js' }

/** A whole HTML document around a body that is HTML already. */
export function document(title: string, body: string, { owner, style, script }: Look = SIGN_IN): string {
  const run = script === undefined ? '' : `\n<script type="module" src="${script}"></script>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} - ${escape(owner)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">${run}
</head>
<body><main><h1>${escape(title)}</h1>${body}</main></body>
</html>
`
}

/** Text made safe for HTML, in content and in quoted attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
