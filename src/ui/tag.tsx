import type { ReactNode } from 'react'

/** Every tone except `plain` has its own shape, so that colour is not the only sign. */
export type Tone = 'plain' | 'stop' | 'warn' | 'late' | 'done' | 'accent'

/** Square for what stops, triangle for an alert, clock for what is late, check for what is done: told apart without colour. */
export function ToneMark({ tone }: { tone: Exclude<Tone, 'plain'> }) {
  return <span aria-hidden="true" data-tone={tone} className="tone-mark" />
}

const COLOURS = { stop: 'text-stop', warn: 'text-warn', late: 'text-warn', done: 'text-done', accent: 'text-accent' }

/** A mark in the colour of its tone. */
export function TonedMark({ tone }: { tone: Exclude<Tone, 'plain'> }) {
  return (
    <span className={COLOURS[tone]}>
      <ToneMark tone={tone} />
    </span>
  )
}

export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span data-tone={tone} className="tag">
      {tone !== 'plain' && <ToneMark tone={tone} />}
      {children}
    </span>
  )
}
