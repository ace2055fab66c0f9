// The words on screens and in answers: none is one that the glossary replaces.
import { Visitor } from 'oxc-parser'
import type { Source } from './sources.ts'

/** What the table "Not used" of the glossary replaces, by what it says instead. */
export function wordsNotUsed(glossary: string): Map<string, string> {
  const [, table = ''] = glossary.split('## Not used')
  const rows = table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)
  return new Map([...rows].flatMap(([, not = '', but = '']) => (/^(Not|-+)$/.test(not) ? [] : [[not, but]])))
}

/** What is in a message that the glossary replaces. Other names under which a command is found are no message. */
export function wrongWords(source: Source, words: ReadonlyMap<string, string>): string[] {
  const pattern = new RegExp(`\\b(${[...words.keys()].join('|')})\\b`, 'i')
  return messagesOf(source).flatMap(({ text, line }) => {
    const [, word] = pattern.exec(text) ?? []
    if (word === undefined) return []
    return [`${source.path}:${line}: "${text}" says "${word}": ${words.get(word.toLowerCase()) ?? ''}`]
  })
}

/** What comments say that the glossary replaces, as far as the word has no other meaning in code. */
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

/** What screens do not say, and comments do, in another meaning: an undo puts a row back, a step is not taken, letters sound alike. */
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

/** Whatever a person may read: texts of elements, and strings of more than one word. */
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
