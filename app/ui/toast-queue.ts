import type { Said } from '#app/kit/says.ts'

// What is to be said, until the part that shows it is there: that part is fetched with the first toast.

let waiting: Said[] = []
let wanted = false
let show: ((said: Said) => void) | undefined
const listeners = new Set<() => void>()

/** Says something in a corner of the page. It confirms; the only copy of an error never is here. */
export function toast(said: Said): void {
  if (show) {
    show(said)
    return
  }
  waiting = [...waiting, said]
  wanted = true
  for (const listener of listeners) listener()
}

/** Called by the part that shows toasts, once it is in the page. */
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
