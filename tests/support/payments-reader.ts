// Payments of a file for a call from another process: how many were read, and how many were left out.
import { readPayments } from '#server/import/read-payments.ts'

const NOW = new Date('2026-11-27T00:00:00Z')

export async function countPayments({ path, form }: { path: string; form?: string }) {
  const { placed, errors } = await readPayments({ path, form }, NOW)
  return { placed: placed.length, errors: errors.length }
}
