export interface Progress {
  passed: number
  failed: number
  skipped: number
  names: string[]
  left: string[]
  retried: string[]
  tests: { name: string; state: string; ms: number }[]
}
export function readProgress(text: string): Progress
