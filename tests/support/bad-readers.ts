// Readers that do what a reader must not: for the tests of the pool that holds them to their limits.

import { writeFileSync } from 'node:fs'

/** A table that leaves a pattern with no match to go through it for minutes. */
export const backtrack = (size: number) => /(?:a+)+$/.test(`${'a'.repeat(size)}b`)

/** Writes its process into a file, then reads for minutes. */
export function spin(path: string) {
  writeFileSync(path, String(process.pid))
  return backtrack(100)
}

/** Memory outside the heap of JavaScript, as a decompressor takes it. */
export function fillBuffers(mib: number) {
  return Array.from({ length: mib }, () => Buffer.alloc(1024 * 1024, 'a')).length
}

export function fillHeap(entries: number) {
  const kept: object[] = []
  for (let n = 0; n < entries; n += 1) kept.push({ n, text: `entry ${n}` })
  return kept.length
}

export const crash = (code: number) => process.exit(code)

export function refuse(text: string): never {
  throw new Error(text)
}

export const sizeOf = (bytes: Uint8Array) => bytes.length
export const settings = () => Object.keys(process.env).filter((name) => !/^(NODE|TSX)/.test(name))
export const processOf = () => process.pid
