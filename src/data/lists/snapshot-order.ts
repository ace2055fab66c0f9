/**
 * The order of a list as it was when it was made: places that fill up as pages arrive, and holes where a row was taken
 * out. Places never move; what is seen are the places that are no holes, counted through.
 */
export class SnapshotOrder {
  #length: number
  readonly #ids = new Map<number, string>()
  readonly #places = new Map<string, number>()
  /** Places without a row on the screen, ascending. */
  #holes: number[] = []
  readonly #covered = new Set<number>()

  constructor(length: number) {
    this.#length = length
  }

  /** Places, holes among them. */
  get length(): number {
    return this.#length
  }

  /** Rows on the screen, loaded or not. */
  get size(): number {
    return this.#length - this.#holes.length
  }

  has(id: string): boolean {
    return this.#places.has(id)
  }

  /** The place of an id, or undefined. */
  placeOf(id: string): number | undefined {
    return this.#places.get(id)
  }

  /** Puts an id at a free place; false if either is taken. */
  put(place: number, id: string): boolean {
    if (place < 0 || place >= this.#length || this.#ids.has(place) || this.#places.has(id)) return false
    this.#ids.set(place, id)
    this.#places.set(id, place)
    return true
  }

  /** Adds places at the end, up to a length: a list whose end is not known yet turned out longer. */
  grow(length: number): void {
    this.#length = Math.max(this.#length, length)
  }

  /** Marks the places of a range as read, `to` excluded; empty ones become permanent holes. */
  cover(from: number, to: number): void {
    for (let place = Math.max(0, from); place < Math.min(to, this.#length); place += 1) {
      this.#covered.add(place)
      if (!this.#ids.has(place)) this.hide(place)
    }
  }

  isCovered(place: number): boolean {
    return place < 0 || place >= this.#length || this.#covered.has(place)
  }

  /** Takes a place out of sight. */
  hide(place: number): void {
    const at = this.#holesUpTo(place)
    if (this.#holes[at - 1] !== place) this.#holes = this.#holes.toSpliced(at, 0, place)
  }

  /** Brings a place back into sight, where it was. */
  show(place: number): void {
    const at = this.#holesUpTo(place)
    if (this.#holes[at - 1] === place) this.#holes = this.#holes.toSpliced(at - 1, 1)
  }

  isHidden(place: number): boolean {
    return this.#holes[this.#holesUpTo(place) - 1] === place
  }

  /** The place of the n-th row on the screen. */
  placeAt(index: number): number {
    // a hole lies before the row where its distance from the holes before it is no more than the index
    let low = 0
    let high = this.#holes.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#holes[middle] ?? 0) - middle <= index) low = middle + 1
      else high = middle
    }
    return index + low
  }

  /** The id of the n-th row on the screen, or undefined while it is not loaded. */
  idAt(index: number): string | undefined {
    return index < 0 || index >= this.size ? undefined : this.#ids.get(this.placeAt(index))
  }

  /** The screen index of an id, or -1. */
  indexOf(id: string): number {
    const place = this.#places.get(id)
    return place === undefined || this.isHidden(place) ? -1 : place - this.#holesUpTo(place)
  }

  /** Loaded ids in sight of a range of places, `to` excluded. */
  idsIn(from: number, to: number): string[] {
    const ids: string[] = []
    for (let place = Math.max(0, from); place < Math.min(to, this.#length); place += 1) {
      const id = this.#ids.get(place)
      if (id !== undefined && !this.isHidden(place)) ids.push(id)
    }
    return ids
  }

  /** The number of holes up to a place. */
  #holesUpTo(place: number): number {
    let low = 0
    let high = this.#holes.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#holes[middle] ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return low
  }
}
