import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// V8 looks for what nobody needs any more when its own heap grows. What lies outside of it, and what a start leaves behind,
// it lets be for as long as there is memory: so it is told to look where that is worth its time.

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (how?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Looks once, and keeps the room for what comes next. */
export const collect = (): void => gc()

/** In milliseconds. The first visitors are served first. */
const afterOpening = 1500
/** V8 looks again when its heap has grown by so many per cent. Left alone it waits for up to 300. */
const growth = 90

/**
 * A moment after the house has opened: keeps what V8 has made of the program for the next start, then gives the system
 * the memory that only the start needed, which is a third of all. From then on the heap stays closer to what is in use: what
 * a page needs lives a little longer than V8 expects, and with sixteen visitors at once most of the heap was garbage.
 */
export function settleDown(): void {
  setTimeout(() => {
    module.flushCompileCache()
    setFlagsFromString(`--heap-growing-percent=${growth}`)
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, afterOpening).unref()
}
