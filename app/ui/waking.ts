import { statusOf } from './old-page.ts'

// A page that sleeps until a hand comes near something that can be touched: then its scripts are fetched and it comes
// alive. Until then its links and forms do what they do without a script, and scrolling and reading wake nothing.

/** What has to be fetched. The server takes it from what the router would have fetched at once. */
export type Waking = {
  /** The list of addresses; it names the version of the page. */
  list: string
  /** The modules of each route on the page; what they export comes together. */
  routes: Record<string, string[]>
  entry: string
  /** Everything that comes along, so that it is asked for at once. */
  files: string[]
}

const touchable = 'a,button,input,textarea,select,summary,[tabindex="0"]'
/** Milliseconds that a tap waits for the page. Then it does what it does without a script. */
const patience = 250

/** Watches for hands. What it gives back wakes the page. */
export function sleepUntilTouched({ list, routes, entry, files }: Waking): () => Promise<void> {
  const { pathname, search } = location
  let waking = false
  /** Something was pressed that does nothing without a script. */
  let awaited = false
  let failures = 0

  async function wake() {
    if (waking) return
    waking = true
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    try {
      await load(list)
      const modules: Record<string, object> = {}
      for (const id in routes) modules[id] = Object.assign({}, ...(await Promise.all(routes[id]!.map(load))))
      Object.assign(window, { __reactRouterRouteModules: modules })
      await load(entry)
    } catch {
      // The next touch tries again. Where a newer version has taken the files away, links and forms go on without them.
      waking = false
      const status = awaited && (await statusOf(list))
      awaited = false
      // Browsers until 2026 remember a file that could not be had, and don't ask for it again: then a new page does.
      if (status === 404 || (status === 200 && failures++)) location.reload()
    }
  }

  // A row of pictures that is turned by a finger scrolls; a picture that can't be fetched has to leave its row.
  const near = ({ type, target }: Event) => {
    if ((target as Partial<Element>).closest?.(type === 'error' ? 'img' : touchable)) void wake()
  }
  for (const sign of ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll', 'error'])
    addEventListener(sign, near, true)
  for (const { complete, naturalWidth, currentSrc } of document.images)
    if (complete && currentSrc && !naturalWidth) void wake()

  /** Does it once the element is alive, or after a while the plain thing, where there is one. */
  function hold(event: Event, element: HTMLElement, press: () => void, plain?: () => void) {
    event.preventDefault()
    event.stopImmediatePropagation()
    const since = Date.now()
    awaited ||= !plain
    void wake()
    const look = () => {
      if (isAlive(element)) press()
      else if (plain && !(waking && Date.now() - since < patience)) plain()
      // What could not be done is not done minutes later.
      else if (waking && element.isConnected) setTimeout(look, 16)
    }
    look()
  }
  const onClick = (event: MouseEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('a,button')
    if (!element || isAlive(element) || !isOfPage(element) || !event.isTrusted) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
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
  // Back to an address that only the router would show on this page, from before it was loaded again.
  addEventListener('popstate', () => {
    if (!isAlive(document) && location.pathname + location.search !== pathname + search) location.reload()
  })
  return wake
}

const load = (file: string): Promise<object> => import(/* @vite-ignore */ file)

/** React has taken it over. */
const isAlive = (part: Node) => Object.keys(part).some((key) => /^__react(Props|Container)/.test(key))

/** A button, or a link to something on this page. Other links lead away at once. */
const isOfPage = (element: HTMLElement) =>
  !(element instanceof HTMLAnchorElement) ||
  element.matches('[role=tab],[data-opens]') ||
  (element.search && element.href.startsWith(location.origin + location.pathname))

/** What a press does without a script; undefined when that is nothing. */
function plainOf(element: HTMLElement): (() => void) | undefined {
  if (element.hasAttribute('popovertarget')) return () => element.click()
  if (!element.matches('a,form [type=submit]')) return undefined
  return () => {
    // What is on its way for this page would only stand in the way of the next.
    window.stop()
    element.click()
  }
}
