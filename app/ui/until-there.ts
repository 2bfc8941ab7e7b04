import { canReload, isOldPage, reloadPage } from './old-page.ts'

const firstWait = 1000
const longestWait = 30_000

/** The event when a person presses 'Try again'. */
export const askAgain = 'ask-again'

/** True once a part failed again although the server answers: the browser remembers the failure, until the page is reloaded. */
let stuck = false

/** Reloads a page that is stuck. One that was reloaded already leaves it to the person. */
export function reloadIfStuck(): void {
  const [come] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (stuck && come?.type !== 'reload') reloadPage()
}

/** Tries again after a wait that doubles, and at once when the network is back or a person asks. Reloads an old page, once. */
export async function untilThere<Part>(load: () => Promise<Part>, renew = loadAgainOnce): Promise<Part> {
  for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 2))
    try {
      return await load()
    } catch (error) {
      // The server loads nothing over a network: a missing part is a fault there.
      if (typeof window === 'undefined') throw error
      if (await isOldPage()) renew()
      else if (wait > firstWait && (await canReload())) stuck = true
      await somethingChanges(wait)
    }
}

const somethingChanges = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    for (const sign of ['online', askAgain]) window.addEventListener(sign, () => resolve(), { once: true })
  })

let renewed = false
function loadAgainOnce() {
  if (renewed) return
  renewed = true
  reloadPage()
}
