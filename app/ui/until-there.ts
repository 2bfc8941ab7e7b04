import { isOldPage } from './old-page.ts'

const firstWait = 1000
const longestWait = 30_000

/** A person presses 'Try again'. */
export const askAgain = 'ask-again'

/** Asks again after a wait that doubles, and at once when the network is back or a person asks. An old page is loaded again, once. */
export async function untilThere<Part>(load: () => Promise<Part>, renew = loadAgainOnce): Promise<Part> {
  for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 2))
    try {
      return await load()
    } catch (error) {
      // On the server nothing is fetched: what is missing there is a fault.
      if (typeof window === 'undefined') throw error
      if (await isOldPage()) renew()
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
  location.reload()
}
