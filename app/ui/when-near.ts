import { slept } from './slept.ts'

/**
 * When a finger is near what opens a sheet, or the keyboard is on it: a page that slept is one of those that many come to, and
 * fetches what is in the sheet only then. Other pages fetch it after everything else.
 */
export function whenNear() {
  let come = () => {}
  const near = slept() ? new Promise<void>((resolve) => (come = resolve)) : Promise.resolve()
  return { near, come: () => come() }
}
