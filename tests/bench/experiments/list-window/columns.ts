// List rows as typed columns over one buffer, which may be shared, or a part of them that is handed over.

export interface Row {
  id: number
  name: string
  service: string
  status: string
  amount: number
  alerts: number
  at: number
}

const SERVICES = ['p2p', 'wire own', 'wire third party', 'card', 'crypto', 'instant']
const STATUSES = ['new', 'await', 'process', 'str', 'complete']
const FIRST = ['Ana', 'Boris', 'Carla', 'Dmitri', 'Elena', 'Farid', 'Helga', 'Ivan', 'Karim', 'Lena', 'Marco', 'Nadia']
const LAST = ['Abbott', 'Barros', 'Chen', 'Dubois', 'Eriksen', 'Garcia', 'Haddad', 'Jensen', 'Kowalski', 'Okafor']

/** Bytes of a name; longer ones are cut, which is enough for a list. */
const NAME = 24
/** Bytes of a row: two doubles, a number, three small ones padded, and the name. */
const ROW = 8 + 8 + 4 + 4 + NAME

export class Columns {
  readonly amount: Float64Array
  readonly at: Float64Array
  readonly id: Uint32Array
  readonly small: Uint8Array
  readonly names: Uint8Array
  readonly #decoder = new TextDecoder()

  readonly buffer: ArrayBufferLike
  readonly size: number

  constructor(buffer: ArrayBufferLike, size: number) {
    this.buffer = buffer
    this.size = size
    this.amount = new Float64Array(buffer, 0, size)
    this.at = new Float64Array(buffer, 8 * size, size)
    this.id = new Uint32Array(buffer, 16 * size, size)
    this.small = new Uint8Array(buffer, 20 * size, 4 * size)
    this.names = new Uint8Array(buffer, 24 * size, NAME * size)
  }

  static bytes(size: number): number {
    return ROW * size
  }

  fill(): void {
    const encoder = new TextEncoder()
    for (let i = 0; i < this.size; i += 1) {
      const dice = Math.imul(i + 1, 0x9e3779b1) >>> 0
      this.id[i] = 90_000_000 + i
      this.amount[i] = (dice % 1_000_000) / 100
      this.at[i] = Date.UTC(2026, 0, 1) + dice
      this.small.set([dice % SERVICES.length, (dice >>> 8) % STATUSES.length, (dice >>> 16) % 9], 4 * i)
      // encodeInto refuses shared memory, so the bytes take one more step
      this.names.set(encoder.encode(`${FIRST[dice % 12]} ${LAST[(dice >>> 4) % 10]}`), NAME * i)
    }
  }

  /** Copies the given rows, in their order, into a buffer that can be transferred. */
  pick(order: Uint32Array): Columns {
    const part = new Columns(new ArrayBuffer(Columns.bytes(order.length)), order.length)
    order.forEach((row, i) => {
      part.amount[i] = this.amount[row] ?? 0
      part.at[i] = this.at[row] ?? 0
      part.id[i] = this.id[row] ?? 0
      part.small.set(this.small.subarray(4 * row, 4 * row + 4), 4 * i)
      part.names.set(this.names.subarray(NAME * row, NAME * (row + 1)), NAME * i)
    })
    return part
  }

  row(i: number): Row {
    // a decoder refuses shared memory: the bytes of the name are copied out first
    const name = this.names.slice(NAME * i, NAME * (i + 1))
    const end = name.indexOf(0)
    return {
      id: this.id[i] ?? 0,
      name: this.#decoder.decode(end < 0 ? name : name.subarray(0, end)),
      service: SERVICES[this.small[4 * i] ?? 0] ?? '',
      status: STATUSES[this.small[4 * i + 1] ?? 0] ?? '',
      amount: this.amount[i] ?? 0,
      alerts: this.small[4 * i + 2] ?? 0,
      at: this.at[i] ?? 0,
    }
  }
}
