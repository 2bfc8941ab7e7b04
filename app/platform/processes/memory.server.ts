import type { EventEmitter } from 'node:events'
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Tells V8 when to collect garbage. V8 collects when its own heap grows. Memory outside of it, and garbage of the start, it
// leaves alone as long as there is memory: so it is told to collect where that is worth its time.

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (how?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Collects once, and keeps the room for later use. */
export const collect = (): void => gc()

/** In milliseconds. No request for so long: a moment in which nobody has to wait for it. */
const quiet = 1500
/** V8 collects again when its heap has grown by so many per cent. By itself it waits for up to 300. */
const growth = 90

/**
 * Tidies up in the first quiet moment after the app has opened: stores V8's compiled code for the next start, then gives the
 * system the memory that only the start needed, a third of all. Nothing is answered meanwhile, for up to half a second. From
 * the start the heap stays closer to its use: a page's data lives a little longer than V8 expects, and with sixteen visitors
 * at once most of the heap was garbage.
 */
export function settleDown(visitors: EventEmitter): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`)
  let cameSince = false
  const came = () => {
    cameSince = true
  }
  visitors.on('request', came)
  settle = () => {
    settle = undefined
    clearInterval(looks)
    visitors.off('request', came)
    module.flushCompileCache()
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
  const looks = setInterval(() => {
    if (!cameSince) settle?.()
    cameSince = false
  }, quiet).unref()
}

let settle: (() => void) | undefined

/** Does it at once if not done yet: the coming work needs the memory, and takes longer than this. */
export const settleNow = (): void => settle?.()
