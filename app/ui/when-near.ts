import { slept } from './slept.ts'

/**
 * Returns `near`, which resolves when a finger is near a sheet's button, or the keyboard is on it: a page hydrated on touch has many
 * visitors, and loads the sheet's content only then. Other pages load it after everything else.
 */
export function whenNear() {
  let come = () => {}
  const near = slept() ? new Promise<void>((resolve) => (come = resolve)) : Promise.resolve()
  return { near, come: () => come() }
}
