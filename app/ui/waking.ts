import { statusOf } from './old-page.ts'

// Hydration on touch: a page stays unhydrated until a finger or pointer comes near a control: then its scripts are loaded. Until then
// its links and forms work as without a script, and scrolling and reading load nothing.

/** The files to load. The server takes them from those that the router would have loaded at once. */
export type Waking = {
  /** The list of addresses; it names the version of the page. */
  list: string
  /** The modules of each route on the page; their exports are merged. */
  routes: Record<string, string[]>
  entry: string
  /** All files, so that they are requested at once. */
  files: string[]
}

const touchable = 'a,button,input,textarea,select,summary,[tabindex="0"]'
/** Milliseconds that a tap waits for hydration. Then it does what it does without a script. */
const patience = 250

/** Listens for touches. The returned function hydrates the page. */
export function sleepUntilTouched({ list, routes, entry, files }: Waking): () => Promise<void> {
  const { pathname, search } = location
  let waking = false
  /** True if something was pressed that does nothing without a script. */
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
      // The next touch tries again. If a newer version has removed the files, links and forms go on without them.
      waking = false
      const status = awaited && (await statusOf(list))
      awaited = false
      // Browsers until 2026 remember a file that failed to load, and don't request it again: a reload does.
      if (status === 404 || (status === 200 && failures++)) location.reload()
    }
  }

  // A swiped row of pictures scrolls; a picture that can't be loaded has to leave its row.
  const near = ({ type, target }: Event) => {
    if ((target as Partial<Element>).closest?.(type === 'error' ? 'img' : touchable)) void wake()
  }
  for (const sign of ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll', 'error'])
    addEventListener(sign, near, true)
  for (const { complete, naturalWidth, currentSrc } of document.images)
    if (complete && currentSrc && !naturalWidth) void wake()

  /** Presses once the element is hydrated, or after a while does the plain action, if there is one. */
  function hold(event: Event, element: HTMLElement, press: () => void, plain?: () => void) {
    event.preventDefault()
    event.stopImmediatePropagation()
    const since = Date.now()
    awaited ||= !plain
    void wake()
    const look = () => {
      if (isAlive(element)) press()
      else if (plain && !(waking && Date.now() - since < patience)) plain()
      // An action that failed to load in time must not happen minutes later.
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
  // Back leads to an address from before a reload, which only the router would show on this page.
  addEventListener('popstate', () => {
    if (!isAlive(document) && location.pathname + location.search !== pathname + search) location.reload()
  })
  return wake
}

const load = (file: string): Promise<object> => import(/* @vite-ignore */ file)

/** Checks that React has hydrated it. */
const isAlive = (part: Node) => Object.keys(part).some((key) => /^__react(Props|Container)/.test(key))

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
