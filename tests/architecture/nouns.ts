// The nouns of the trade in the command library, which knows none: features declare theirs.
import { Visitor } from 'oxc-parser'
import type { Source } from './sources.ts'

const NOUNS =
  /^(alert|allowlist|analyst|approval|case|counterparty|customer|disposition|edd|macro|manager|queue|report|rule|sanction|sar|screening|str|template|transaction|triage)s?$/

/** Nouns that stay in a file, with the reason. */
const REASONS: Readonly<Record<string, { nouns: readonly string[]; reason: string }>> = {
  'src/commands/command-record.ts': { nouns: ['template'], reason: 'the record of an act names the text it came from' },
  'src/commands/command.ts': {
    nouns: ['customer', 'queue', 'rules', 'template', 'triage'],
    reason: 'groups are one closed list; a plan names the text it came from; a command queues offline',
  },
  'src/commands/commit.ts': { nouns: ['macro', 'macros', 'triage'], reason: '“again” repeats a digit in triage' },
  'src/commands/core-commands.ts': { nouns: ['alert'], reason: 'an overlay' },
  'src/commands/dispatcher/': {
    nouns: ['alert', 'triage'],
    reason: 'atoms and overlays are a closed set, so that overlap is decided exactly',
  },
  'src/commands/help/cheatsheet-model.ts': { nouns: ['analyst'], reason: 'a sheet is printed for a role' },
  'src/commands/help/key-query.ts': { nouns: ['customer', 'rules', 'triage'], reason: 'the order of the groups' },
  'src/commands/list/list-commands.ts': { nouns: ['triage'], reason: 'triage has keys of its own' },
  'src/commands/palette/palette-model.ts': {
    nouns: ['customer', 'rules', 'triage'],
    reason: 'the order of the groups',
  },
  'src/commands/parts/form-commands.ts': {
    nouns: ['alert', 'template', 'templates'],
    reason: 'an overlay; texts of notes',
  },
  'src/commands/ports.ts': { nouns: ['template'], reason: 'the record of an act names the text it came from' },
  'src/commands/runner.ts': { nouns: ['triage'], reason: '“again” repeats a digit in triage' },
}

/** The nouns of a file, in names and texts; the keywords of a command are what people type. */
export function nounsIn({ program }: Source): string[] {
  const found = new Set<string>()
  const skipped: [number, number][] = []
  const add = (start: number, words: string) => {
    if (skipped.some(([from, to]) => from <= start && start < to)) return
    const parts = words.replaceAll(/to(Upper|Lower)Case/g, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    for (const word of parts.toLowerCase().split(/[^a-z]+/)) if (NOUNS.test(word)) found.add(word)
  }
  const skip = ({ start, end }: { start: number; end: number }) => void skipped.push([start, end])
  new Visitor({
    ImportDeclaration: skip,
    Property: (node) => {
      if ('name' in node.key && node.key.name === 'keywords') skip(node)
    },
    Identifier: ({ start, name }) => add(start, name),
    Literal: ({ start, value }) => {
      if (typeof value === 'string') add(start, value)
    },
    TemplateElement: ({ start, value }) => add(start, value.raw),
    JSXText: ({ start, value }) => add(start, value),
  }).visit(program)
  return [...found].toSorted()
}

/** Nouns that a file of the library has without a reason. */
export function strayNouns(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const kept = Object.entries(REASONS).flatMap(([path, { nouns }]) => (source.path.startsWith(path) ? nouns : []))
    return nounsIn(source)
      .filter((noun) => !kept.includes(noun))
      .map((noun) => `${source.path}: ${noun}`)
  })
}

/** Reasons that no file needs any more. */
export function needlessNouns(sources: readonly Source[]): string[] {
  return Object.entries(REASONS).flatMap(([path, { nouns }]) => {
    const there = new Set(sources.filter((source) => source.path.startsWith(path)).flatMap(nounsIn))
    return nouns.filter((noun) => !there.has(noun)).map((noun) => `${path}: ${noun}`)
  })
}
