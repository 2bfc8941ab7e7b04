import type { Said } from '#app/kit/says.ts'

// The queue of toasts, until the part that shows them has loaded: it is fetched with the first toast.

let waiting: Said[] = []
let wanted = false
let show: ((said: Said) => void) | undefined
const listeners = new Set<() => void>()

/** Shows a message in a corner of the page. It confirms; an error is never only here. */
export function toast(said: Said): void {
  if (show) {
    show(said)
    return
  }
  waiting = [...waiting, said]
  wanted = true
  for (const listener of listeners) listener()
}

/** Sets the function that shows toasts, once its part is in the page. */
export function showToastsWith(shower: ((said: Said) => void) | undefined): void {
  show = shower
  if (!shower) return
  for (const said of waiting) shower(said)
  waiting = []
}

export const toastsWanted = () => wanted

export function listenForToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
