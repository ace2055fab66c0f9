// The words of screens, answers, comments, test titles and file names: none is one that the glossary replaces.
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
