/** Ids of operations: UUIDv7, so that they sort by the moment they were made. */

/** A UUIDv7 for a moment, ms since the epoch; random below the millisecond. */
export function uuidV7(at: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = Math.max(0, Math.floor(at))
  for (let i = 0; i < 6; i += 1) bytes[i] = Math.floor(time / 2 ** (8 * (5 - i))) % 256
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
