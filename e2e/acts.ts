import type { BrowserContext, Locator, Page } from 'playwright-core'

// Acts wait for the page's script: a test that presses a button while the page is loading would try something else than
// what it says. A static page is acted on at once: acts load its script.

const acts = ['click', 'dblclick', 'tap', 'fill', 'check', 'uncheck', 'selectOption', 'setInputFiles', 'press'] as const
const more = ['pressSequentially', 'focus', 'hover', 'setChecked', 'clear', 'dragTo'] as const
/** A test may hold the script back to see what happens before. */
const atMost = 4_000
const early = new WeakSet<BrowserContext>()
let waits = false

/** In this browser profile nothing waits: its test is about the moments before the script, or there is none. */
export const actEarly = (context: BrowserContext) => early.add(context)

/** Lets the acts of all pages wait, once for a process. */
export function waitForScripts(page: Page): void {
  if (waits) return
  waits = true
  const all = Object.getPrototypeOf(page.locator('html')) as Record<string, (...asked: unknown[]) => Promise<unknown>>
  for (const name of [...acts, ...more]) {
    const plain = all[name]!
    all[name] = async function act(this: Locator, ...asked: unknown[]) {
      const page = this.page()
      if (!early.has(page.context())) await untilAlive(page)
      return plain.apply(this, asked).catch((error: Error) => {
        // The place of a failure is the line of the test.
        error.stack = error.stack?.replace(/\n.*\/e2e\/acts\.ts.*/g, '')
        throw error
      })
    }
  }
}

/** Waits until the script of a page runs; not for ever. */
export const untilAlive = (page: Page): Promise<unknown> =>
  page.waitForFunction(isAlive, undefined, { timeout: atMost }).catch(() => {})

/** Runs in the page. */
function isAlive(): boolean {
  const isScripted = '__reactRouterContext' in window && !document.querySelector('#react')
  return !isScripted || document.documentElement.hasAttribute('data-alive')
}
