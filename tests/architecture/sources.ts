// Reads the repository's own source files for the tests of this folder.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseSync, type Program } from 'oxc-parser'

export interface Source {
  path: string
  text: string
  program: Program
  imports: Import[]
}

export interface Import {
  /** As written, without a bundler's `?query`. */
  specifier: string
  /** Where it leads: a path from the root of the repository, or undefined for a package. */
  target?: string
}

const FOLDERS = ['contract', 'src', 'sw', 'server', 'tests', 'scripts']

/** Every path below the folders that hold code, whatever its kind. */
export function listFiles(folders = FOLDERS): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
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
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const written = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) => each.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map((each) => unquote(text.slice(each.moduleRequest.start, each.moduleRequest.end))),
    ...[...text.matchAll(/new URL\(\s*(['"])([^'"]+\.tsx?)\1,\s*import\.meta\.url/g)].flatMap(
      ([, , value]) => value ?? [],
    ),
  ]
  return { path, text, program, imports: [...new Set(written)].map((specifier) => resolve(path, specifier)) }
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
