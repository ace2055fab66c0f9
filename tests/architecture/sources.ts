// Reads the repository's own source files for the tests of this folder.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseSync, type Comment, type Program } from 'oxc-parser'

export interface Source {
  path: string
  text: string
  program: Program
  comments: readonly Comment[]
  /** The names it exports, types among them. */
  exported: string[]
  imports: Import[]
}

export interface Import {
  /** As written, without a bundler's `?query`. */
  specifier: string
  /** Its target: a path from the root of the repository, or undefined for a package. */
  target?: string
  /** Only fetched when it is wanted, or run in a worker of its own. */
  isLazy?: true
  /** Nothing but types is imported: no bundle has it. */
  isType?: true
}

const FOLDERS = ['contract', 'engine', 'src', 'sw', 'server', 'tests', 'scripts']

/** Every path below the folders that hold code, whatever its kind. */
export function listFiles(folders = FOLDERS): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // the set-up installs packages below scripts
      .filter((entry) => entry.isFile() && !entry.parentPath.split(/[\\/]/).includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
}

export function readSources(): Source[] {
  const roots = readdirSync('.').filter((name) => name.endsWith('.config.ts'))
  return [...listFiles(), ...roots]
    .filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path))
    .map((path) => parse(path, readFileSync(path, 'utf8')))
}

/** Parses one file; what the parser does not understand is an error of the file, not of the test. */
export function parse(path: string, text: string): Source {
  const { program, module, errors, comments } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const atOnce = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? { specifier: moduleRequest.value, isType } : [])),
    ),
  ]
  const written = new Set(atOnce.map(({ specifier }) => specifier))
  const values = new Set(atOnce.flatMap(({ specifier, isType }) => (isType ? [] : specifier)))
  const lazy = new Set([
    ...module.dynamicImports.map((each) => unquote(text.slice(each.moduleRequest.start, each.moduleRequest.end))),
    ...[...text.matchAll(/new URL\(\s*(['"])([^'"]+\.tsx?)\1,\s*import\.meta\.url/g)].flatMap(
      ([, , value]) => value ?? [],
    ),
  ])
  const imports = [
    ...[...written].map((specifier) => ({
      ...resolve(path, specifier),
      ...(!values.has(specifier) && { isType: true as const }),
    })),
    ...[...lazy].map((specifier) => ({ ...resolve(path, specifier), isLazy: true as const })),
  ]
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.exportName.name ?? []),
  )
  return { path, text, program, comments, exported, imports }
}

function resolve(from: string, written: string): Import {
  const specifier = written.replace(/\?.*$/, '')
  if (specifier.startsWith('.')) return { specifier, target: join(dirname(from), specifier) }
  if (specifier.startsWith('#')) return { specifier, target: specifier.slice(1) }
  return { specifier }
}

function unquote(code: string): string {
  return code.replaceAll(/^['"`]|['"`]$/g, '')
}
