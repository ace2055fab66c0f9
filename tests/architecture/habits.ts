// Habits of the code that neither the linter nor the compiler holds to the letter.
import { Visitor } from 'oxc-parser'
import type { Source } from './sources.ts'

/** Default exports but in configuration files and reporters, which their tools want so. */
export function defaultExports(sources: Source[]): string[] {
  return collect(sources, (source, found) => {
    // a tool loads these by their path, and needs a default export
    if (/\.(config|setup)\.ts$|-reporter\.mjs$/.test(source.path)) return {}
    return { ExportDefaultDeclaration: found('exports a default') }
  })
}

export function enums(sources: Source[]): string[] {
  return collect(sources, (_, found) => ({ TSEnumDeclaration: found('declares an enum') }))
}

/** A comment inside does not make it less empty: what is caught must come to something. */
export function emptyCatches(sources: Source[]): string[] {
  return collect(sources, (_, found) => {
    const report = found('catches and does nothing')
    return {
      CatchClause: (node) => {
        if (node.body.body.length === 0) report(node)
      },
      CallExpression: ({ callee, arguments: [handler], start }) => {
        const isCatch =
          callee.type === 'MemberExpression' && 'name' in callee.property && callee.property.name === 'catch'
        if (!isCatch || handler?.type !== 'ArrowFunctionExpression') return
        if (handler.body.type === 'BlockStatement' && handler.body.body.length === 0) report({ start })
      },
    }
  })
}

/**
 * Readers of a store that are written in place. The React compiler keeps one as long as the property has the same value,
 * so that another store with the same value is never read.
 */
export function readersInPlace(sources: Source[]): string[] {
  return collect(sources, (_, found) => {
    const report = found('reads a property of a store in place')
    return {
      CallExpression: ({ callee, arguments: [, reader] }) => {
        if (callee.type !== 'Identifier' || callee.name !== 'useSyncExternalStore') return
        if (reader?.type === 'ArrowFunctionExpression' && isProperty(reader.body)) report(reader)
      },
    }
  })
}

/** `a.b`, and nothing that is called on the way. */
function isProperty(node: { type: string; object?: { type: string } }): boolean {
  return node.type === 'MemberExpression' && node.object?.type === 'Identifier'
}

/**
 * Sentences for people that a program compares: `error.message.startsWith('…')`, `message === '…'`. A refusal that
 * something branches on has a code. Messages of libraries without one are compared in the named files.
 */
export function comparedSentences(sources: Source[], libraries: readonly string[]): string[] {
  const own = sources.filter(({ path }) => !libraries.includes(path))
  return collect(own, (source, found) => {
    const report = found('compares a message')
    const isMessage = (node: { type: string; start: number; end: number }) =>
      node.type !== 'UnaryExpression' &&
      /\b(?:message|problem\.title)\)?$/.test(source.text.slice(node.start, node.end))
    return {
      CallExpression: ({ callee, start, arguments: [first] }) => {
        if (callee.type !== 'MemberExpression' || !('name' in callee.property)) return
        const { name } = callee.property
        if (typeof name !== 'string') return
        const isOfText = ['startsWith', 'endsWith', 'includes', 'match', 'search'].includes(name)
        if ((isOfText && isMessage(callee.object)) || (name === 'test' && first && isMessage(first))) report({ start })
      },
      BinaryExpression: ({ operator, left, right, start }) => {
        if (operator !== '===' && operator !== '!==') return
        const isText = (node: { type: string; value?: unknown }) =>
          node.type === 'Literal' && typeof node.value === 'string'
        if ((isMessage(left) && isText(right)) || (isMessage(right) && isText(left))) report({ start })
      },
    }
  })
}

/** Tests that are skipped on a condition which their title does not name: nobody would miss them. */
export function unnamedSkips(sources: Source[]): string[] {
  return collect(sources, (source, found) => {
    const report = found('is skipped on a condition that its title does not name')
    return {
      CallExpression: ({ callee, start, arguments: [title] }) => {
        if (callee.type !== 'CallExpression' || title === undefined) return
        const isSkip = /^(?:test|it|describe)\.(?:skipIf|runIf)$/.test(
          source.text.slice(callee.callee.start, callee.callee.end),
        )
        if (isSkip && !source.text.slice(title.start, title.end).includes('(skipped where ')) report({ start })
      },
    }
  })
}

/** Files that only pass on what others export; a feature's `public.ts` is the one place for that. */
export function barrels(sources: Source[]): string[] {
  return sources
    .filter(({ path, program: { body } }) => {
      const passesOn = body.filter((node) => /^Export(All|Named)/.test(node.type) && 'source' in node && node.source)
      return body.length > 0 && passesOn.length === body.length && !/\/public\.tsx?$/.test(path)
    })
    .map(({ path }) => `${path}: only passes on the exports of others`)
}

type Visit = ConstructorParameters<typeof Visitor>[0]
type Report = (node: { start: number }) => void

function collect(sources: Source[], visit: (source: Source, found: (complaint: string) => Report) => Visit): string[] {
  return sources.flatMap((source) => {
    const complaints: string[] = []
    const found = (complaint: string) => (node: { start: number }) => {
      complaints.push(`${source.path}:${source.text.slice(0, node.start).split('\n').length}: ${complaint}`)
    }
    new Visitor(visit(source, found)).visit(source.program)
    return complaints
  })
}
