import type { EventEmitter } from 'node:events'
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// V8 looks for what nobody needs any more when its own heap grows. What lies outside of it, and what a start leaves behind,
// it lets be for as long as there is memory: so it is told to look where that is worth its time.

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (how?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Looks once, and keeps the room for what comes next. */
export const collect = (): void => gc()

/** In milliseconds. Nobody came for so long: a moment in which nobody has to wait for it. */
const quiet = 1500
/** V8 looks again when its heap has grown by so many per cent. Left alone it waits for up to 300. */
const growth = 90

/**
 * In the first quiet moment after the app has opened: keeps what V8 has made of the program for the next start, then gives
 * the system the memory that only the start needed, which is a third of all. Nothing is answered while it does so, for up to
 * half a second. From the start the heap stays closer to what is in use: what a page needs lives a little longer than V8
 * expects, and with sixteen visitors at once most of the heap was garbage.
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

/** Does it at once where it is not done yet: what comes needs the memory, and takes longer than this. */
export const settleNow = (): void => settle?.()
