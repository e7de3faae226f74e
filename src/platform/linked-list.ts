/** A value's place in a list. */
export interface Place<Value> {
  readonly value: Value
}

interface Linked<Value> extends Place<Value> {
  isIn: boolean
  before: Linked<Value> | null
  after: Linked<Value> | null
}

/**
 * Values in the order in which they were added, each of which can be removed from wherever it stands. For values that
 * come and go with requests: of a Set or Map, V8 of Node 20 keeps what was in it, with all that it leads to, until the
 * next full collection of garbage.
 */
export class LinkedList<Value> {
  #first: Linked<Value> | null = null
  #last: Linked<Value> | null = null
  #size = 0

  get size(): number {
    return this.#size
  }

  get first(): Place<Value> | null {
    return this.#first
  }

  /** Adds the value at the end. */
  add(value: Value): Place<Value> {
    const place: Linked<Value> = { value, isIn: true, before: this.#last, after: null }
    if (this.#last) this.#last.after = place
    else this.#first = place
    this.#last = place
    this.#size += 1
    return place
  }

  /** Removes the value in this place, which `add` has returned. Removing it again does nothing. */
  remove(given: Place<Value>): void {
    const place = given as Linked<Value> // only `add` makes places
    if (!place.isIn) return
    const { before, after } = place
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    else this.#last = before
    place.isIn = false
    place.before = null
    place.after = null
    this.#size -= 1
  }
}
