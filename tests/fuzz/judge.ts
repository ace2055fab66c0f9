/** Checks whether an answer is one that the contract knows. */
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { problem } from '#contract/model/common.ts'

export type Fault = '5xx' | 'wrong shape' | 'dropped' | 'no answer'

export interface Verdict {
  status: number
  fault: Fault | null
  what: string
}

/** A stream is left after so many bytes. */
const ENOUGH = 64 * 1024

export async function judge(call: Call, method: string, response: Response): Promise<Verdict> {
  const { status } = response
  const text = await read(response, call.gives === 'stream')
  if (status >= 500) return { status, fault: '5xx', what: text.slice(0, 300) }
  const wrong = (what: string): Verdict => ({ status, fault: 'wrong shape', what: `${what}: ${text.slice(0, 300)}` })
  if (!response.headers.get('x-content-type-options')) return wrong('without headers')
  if (status === 304 || (status >= 300 && status < 400) || method !== call.method)
    return { status, fault: null, what: '' }
  const type = response.headers.get('content-type') ?? ''
  if (status >= 400) {
    if (!type.startsWith('application/problem+json')) return wrong(`a refusal as ${type}`)
    const told = z.safeParse(problem, parse(text))
    return told.success && told.data.status === status ? { status, fault: null, what: '' } : wrong('a refusal')
  }
  if (call.gives !== 'json') return { status, fault: null, what: '' }
  const reply = z.safeParse(call.reply, parse(text))
  return reply.success ? { status, fault: null, what: '' } : wrong(JSON.stringify(reply.error.issues.slice(0, 2)))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return `no JSON: ${String(error)}`
  }
}

async function read({ body }: Response, isStream: boolean): Promise<string> {
  const reader = body?.getReader()
  if (!reader) return ''
  const parts: Uint8Array[] = []
  for (let size = 0; ;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    size += value.length
    if (isStream && size > 0) {
      await reader.cancel()
      break
    }
    if (size > ENOUGH * 100) break
  }
  return Buffer.concat(parts).toString()
}
