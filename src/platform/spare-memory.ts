import { setFlagsFromString } from 'node:v8'

/**
 * How far the heap grows from one full collection of garbage to the next, in percent. By itself V8 lets a busy process
 * of this size grow up to fourfold, and the memory is never given back.
 */
const HEAP_GROWTH_PERCENT = 60
/**
 * How much a WebAssembly function has run, in bytes of its code, before V8 compiles it for speed. Node 20's own limit
 * has the query compiler compiled so while it reads the data model at start, and the compilers' memory stays.
 */
const WASM_TIERING_BUDGET = 50_000_000

/** Trades a little CPU for a process that stays small. Call it before any WebAssembly is loaded. */
export function spareMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`)
}
