// React on touch: a static page loads React when a finger or pointer comes near a control. Until then its links and forms work as
// without a script, and scrolling and reading load nothing.

const touchable = 'a,button,input,textarea,select,summary,[tabindex="0"]'
/** Milliseconds that a tap waits for React. Then it does what it does without a script. */
const patience = 250

/** Listens for touches. The returned function loads React at once. */
export function loadReactOnTouch(): { load: () => Promise<void>; isLoading: () => boolean } {
  const { pathname, search } = location
  /** The router's own script, which the server has made inert; see scripts-last.server.ts. */
  const script = document.querySelector<HTMLScriptElement>('#react')!
  const files = script.dataset.files!.split(' ')
  let loading = false
  /** True if something was pressed that does nothing without a script. */
  let awaited = false

  async function load() {
    if (loading) return
    loading = true
    try {
      // Browsers remember a module that failed to load; a fetched file that failed is fetched again.
      await Promise.all(files.map(fetchWhole))
      script.type = 'module'
      script.parentNode!.insertBefore(script, script.nextSibling)
    } catch (error) {
      // The next touch tries again. If a newer version has removed the files, links and forms go on without them.
      loading = false
      if (awaited && (error as Response).status === 404) location.reload()
      awaited = false
    }
  }

  const near = ({ target }: Event) => {
    if ((target as Partial<Element>).closest?.(touchable)) void load()
  }
  // A swiped row of pictures scrolls.
  for (const sign of ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll']) addEventListener(sign, near, true)

  /** Presses once React has taken over, or after a while does the plain action, if there is one. */
  function hold(event: Event, element: HTMLElement, press: () => void, plain?: () => void) {
    event.preventDefault()
    event.stopImmediatePropagation()
    const since = Date.now()
    awaited ||= !plain
    void load()
    const look = () => {
      if (isAlive(element)) press()
      else if (plain && !(loading && Date.now() - since < patience)) plain()
      // An action that failed to load in time must not happen minutes later.
      else if (loading && element.isConnected) setTimeout(look, 16)
    }
    look()
  }
  const onClick = (event: MouseEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('a,button')
    if (!element || isAlive(element) || !isOfPage(element) || !event.isTrusted) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    // React does not know a part that came after the page: it does what it does without a script.
    if (element.closest('[data-fresh]')) return
    hold(event, element, () => element.click(), plainOf(element))
  }
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    const element = event.target as HTMLElement
    if (isAlive(element) || !/^(Arrow|Home|End)/.test(key) || !element.matches('[role=tab],[role=group]')) return
    hold(event, element, () =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    )
  }
  addEventListener('click', onClick, true)
  addEventListener('keydown', onKey, true)
  // Back leads to an address from before a reload, which only the router would show on this page. It may come before this script.
  const [drawn] = performance.getEntriesByType('navigation')
  if (drawn && new URL(drawn.name).pathname !== pathname) location.reload()
  addEventListener('popstate', () => {
    if (!isAlive(document.body) && location.pathname + location.search !== pathname + search) location.reload()
  })
  return { load, isLoading: () => loading }
}

/** Fetches a file into the browser's cache, from which the script loads it. */
async function fetchWhole(file: string) {
  const answer = await fetch(file)
  await answer.blob()
  if (!answer.ok) throw answer
}

/** Checks that React has taken over: the page, and this part of it, whose code may come later (`fetched`). */
const isAlive = (element: Element) =>
  'alive' in document.documentElement.dataset && !element.closest('[data-lazy]:not([data-alive])')

/** Checks for a button, or a link to something on this page. Other links lead away at once. */
const isOfPage = (element: HTMLElement) =>
  !(element instanceof HTMLAnchorElement) ||
  element.matches('[role=tab],[data-opens]') ||
  (element.search && element.href.startsWith(location.origin + location.pathname))

/** Returns the plain action of a press without a script; undefined when there is none. */
function plainOf(element: HTMLElement): (() => void) | undefined {
  if (element.hasAttribute('popovertarget')) return () => element.click()
  if (!element.matches('a,form [type=submit]')) return undefined
  return () => {
    // Loads for this page would only delay the next one.
    window.stop()
    element.click()
  }
}
