// The words of screens, answers, comments, test titles, names of code and of files: none is one that the glossary replaces.
import { Visitor } from 'oxc-parser'
import type { Source } from './sources.ts'

/** The words that a table of the glossary replaces, by the words that replace them. The table is the one below its heading. */
export function wordsNotUsed(glossary: string, heading = 'Not used'): Map<string, string> {
  const [, section = ''] = glossary.split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  const rows = table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)
  return new Map([...rows].flatMap(([, not = '', but = '']) => (/^(Not|-+)$/.test(not) ? [] : [[not, but]])))
}

/** Messages with a word that the glossary replaces. The search keywords of a command are no message. */
export function wrongWords(source: Source, words: ReadonlyMap<string, string>): string[] {
  const pattern = new RegExp(`\\b(${[...words.keys()].join('|')})\\b`, 'i')
  return messagesOf(source).flatMap(({ text, line }) => {
    const [, word] = pattern.exec(text) ?? []
    if (word === undefined) return []
    return [`${source.path}:${line}: "${text}" says "${word}": ${words.get(word.toLowerCase()) ?? ''}`]
  })
}

/** Comments with a word that the glossary replaces, unless the word has another meaning in code. */
export function wrongComments({ path, text, comments }: Source, words: ReadonlyMap<string, string>): string[] {
  const plain = [...words.keys()].filter((word) => !ALSO_PLAIN.has(word))
  const pattern = new RegExp(`\\b(${plain.join('|')})\\b`, 'i')
  return comments.flatMap(({ start, value }) => {
    const [, word] = pattern.exec(value.replaceAll(/\s+\*?\s*/g, ' ')) ?? []
    if (word === undefined) return []
    const line = text.slice(0, start).split('\n').length
    return [`${path}:${line}: says "${word}": ${words.get(word.toLowerCase()) ?? ''}`]
  })
}

/** Words that are banned from screens and have another meaning in comments: an undo puts a row back, a step is not taken. */
const ALSO_PLAIN = new Set([
  'along',
  'alike',
  'came back',
  'does not fit',
  'laid out',
  'let through',
  'look again',
  'not taken',
  'put back',
  'sealed',
  'writes',
])

/** Comments that begin with a question word in place of a subject. Of lines below each other the first one counts. */
export function questionComments({ path, text, comments }: Source): string[] {
  return comments.flatMap(({ type, start, value }, index) => {
    const before = comments[index - 1]
    const isContinued = type === 'Line' && before?.type === 'Line' && /^\n\s*$/.test(text.slice(before.end, start))
    const [, word] = /^[*\s]*(What|Why|Where|Whether)\b/i.exec(value) ?? []
    return word === undefined || isContinued ? [] : [`${path}:${text.slice(0, start).split('\n').length}: ${word}`]
  })
}

interface Message {
  text: string
  line: number
}

/** The messages of a file: texts of elements, and strings of more than one word. */
export function messagesOf({ text: code, program }: Source): Message[] {
  const found: Message[] = []
  const skipped: [number, number][] = []
  const skip = ({ start, end }: { start: number; end: number }) => void skipped.push([start, end])
  const add = (start: number, text: string) => {
    if (skipped.some(([from, to]) => from <= start && start < to)) return
    const line = code.slice(0, start).split('\n').length
    if (/\p{L} |\p{L}$/u.test(text) && /\p{L}.*\s.*\p{L}/su.test(text))
      found.push({ text: text.replaceAll(/\s+/g, ' ').trim(), line })
  }
  new Visitor({
    ImportDeclaration: skip,
    TaggedTemplateExpression: skip,
    JSXAttribute: (node) => {
      if (node.name.name === 'className') skip(node)
    },
    Property: (node) => {
      if ('name' in node.key && node.key.name === 'keywords') skip(node)
    },
    JSXText: ({ start, value }) => add(start, value),
    Literal: ({ start, value }) => {
      if (typeof value === 'string') add(start, value)
    },
    TemplateLiteral: ({ start, quasis }) => add(start, quasis.map(({ value }) => value.cooked).join('…')),
  }).visit(program)
  return found
}

/** Titles of tests and their groups with a word that the glossary replaces. */
export function wrongTitles(source: Source, words: ReadonlyMap<string, string>): string[] {
  const pattern = new RegExp(`\\b(${[...words.keys()].join('|')})\\b`, 'i')
  return titlesOf(source).flatMap(({ text, line }) => {
    const [, word] = pattern.exec(text) ?? []
    if (word === undefined) return []
    return [`${source.path}:${line}: "${text}" says "${word}": ${words.get(word.toLowerCase()) ?? ''}`]
  })
}

/** The first arguments of `test`, `it` and `describe`, also of `test.each(…)` and `test.skipIf(…)`. */
export function titlesOf({ text: code, program }: Source): Message[] {
  const found: Message[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!/^(test|it|describe)\b/.test(code.slice(callee.start, callee.end))) return
      const line = code.slice(0, title?.start).split('\n').length
      if (title?.type === 'Literal' && typeof title.value === 'string') found.push({ text: title.value, line })
      if (title?.type === 'TemplateLiteral') {
        found.push({ text: title.quasis.map(({ value }) => value.cooked).join('…'), line })
      }
    },
  }).visit(program)
  return found
}

/** File names with a part that the glossary replaces. */
export function wrongNames(paths: readonly string[], words: ReadonlyMap<string, string>): string[] {
  return paths.flatMap((path) => {
    const parts = (path.split('/').at(-1) ?? '').split(/[-.]/)
    return parts.flatMap((part) => (words.has(part) ? [`${path}: says "${part}": ${words.get(part) ?? ''}`] : []))
  })
}

/**
 * The names that others read: exports, ids of commands, calls of the contract, tables and columns. Locals and fields are
 * not among them.
 */
export function namesOf({ path, program, exported }: Source): string[] {
  const found = [...exported]
  const isSchema = path.startsWith('server/schema/')
  const isContract = path.startsWith('contract/calls/')
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => {
      if (id.name === 'CommandNames') found.push(...literalsIn(body))
    },
    TSPropertySignature: ({ key }) => {
      if (isSchema && 'name' in key && typeof key.name === 'string') found.push(key.name)
    },
    Property: ({ key, value }) => {
      const isCall = value.type === 'CallExpression' && 'name' in value.callee && value.callee.name === 'call'
      if (isContract && isCall && 'name' in key && typeof key.name === 'string') found.push(key.name)
    },
  }).visit(program)
  return found
}

function literalsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  const { type, value } = body as { type?: string; value?: unknown }
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  return Object.values(body).flatMap((part) => (Array.isArray(part) ? part.flatMap(literalsIn) : literalsIn(part)))
}

/** Names that keep a replaced word, with the reason: `path` alone for all names of the files below it. */
const KEPT_NAMES: Readonly<Record<string, string>> = {
  'server/screening/names/': 'the words of a name are words',
  'server/schema/helpdesk.ts inbound_letter': 'a table of 1.0.0',
  'server/schema/sync.ts fate': 'a column of 1.0.0',
}

/** Names of code with a word that the glossary replaces. */
export function wrongIdentifiers(source: Source, words: ReadonlyMap<string, string>): string[] {
  const { path } = source
  if (Object.keys(KEPT_NAMES).some((kept) => path.startsWith(kept))) return []
  return namesOf(source).flatMap((name) => {
    if (`${path} ${name}` in KEPT_NAMES) return []
    const word = partsOf(name).find((part) => words.has(part))
    return word === undefined ? [] : [`${path}: ${name} says "${word}": ${words.get(word) ?? ''}`]
  })
}

/** Reasons that no name needs any more. */
export function needlessKeptNames(sources: readonly Source[], words: ReadonlyMap<string, string>): string[] {
  const wrong = sources.flatMap((source) =>
    namesOf(source).flatMap((name) =>
      partsOf(name).some((part) => words.has(part)) ? [`${source.path} ${name}`, source.path] : [],
    ),
  )
  return Object.keys(KEPT_NAMES).filter((kept) => !wrong.some((name) => name.startsWith(kept)))
}

const partsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
