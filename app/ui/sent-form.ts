import { useEffect } from 'react'
import type { Said } from '#app/kit/says.ts'
import { isOldPage, submitByBrowser } from './old-page.ts'
import { toast } from './toast.tsx'

// A single listener for all forms of the page: it knows the form sent last, and stops a form that could not arrive. A sent form whose
// code can't be loaded would take the page with it, and with the page the typed text.

type LineWords = { offline: Said; broken: Said }

let last: HTMLFormElement | undefined
let words: LineWords | undefined
const waiting = new WeakSet<HTMLFormElement>()

/** Returns the form that was sent last. */
export const lastSent = () => last

/** Sets the words for a person who sends a form while their device is offline, or while the server can't be reached. */
export function useLineWords(said: LineWords): void {
  useEffect(() => {
    words = said
  })
}

const posts = (form: HTMLFormElement | null | undefined) => form?.getAttribute('method')?.toLowerCase() === 'post'

async function sendWithCode(form: HTMLFormElement, button: HTMLElement | null, code: Promise<unknown>) {
  waiting.add(form)
  const come = await code.then(
    () => true,
    () => false,
  )
  const old = !come && (await isOldPage())
  waiting.delete(form)
  if (come) form.requestSubmit(button)
  else if (old) submitByBrowser(form, button)
  else if (words) toast(words.broken)
}

function hold(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  last = form
  if (!words || !posts(form)) return
  const code = navigator.onLine && codeNeeded(form.action)
  if (navigator.onLine && !code) return
  event.preventDefault()
  event.stopPropagation()
  if (!navigator.onLine) toast(words.offline)
  else if (code && !waiting.has(form)) void sendWithCode(form, event.submitter, code)
}

if (typeof document !== 'undefined') {
  document.addEventListener('submit', hold, { capture: true })
  // A person who begins to type will send: the code of the form action and of toasts is loaded by then.
  document.addEventListener('focusin', ({ target }) => {
    const { form } = target as HTMLInputElement
    if (!words || !form || !posts(form)) return
    codeNeeded(form.action)?.catch(() => {})
    import('./toast-corner.tsx').catch(() => {})
  })
}

type Control = HTMLElement & { name?: string; type?: string; disabled?: boolean }

/** Finds the first control, in the order of the page, that has an error. */
export function fieldInFault(
  form: { elements: ArrayLike<unknown> } | undefined,
  errors: Record<string, string> | undefined,
): HTMLElement | undefined {
  if (!form || !errors) return undefined
  const controls = Array.from(form.elements) as Control[]
  return controls.find(
    ({ name, type, disabled }) => name && Object.hasOwn(errors, name) && type !== 'hidden' && !disabled,
  )
}

// The router loads the code of a route at the first submit to it, and reloads the page when that fails. So the code of a form action
// is loaded beforehand, where failing does no harm.

type Route = { id: string; parentId?: string; path?: string; module: string }
type Routes = Record<string, Route>
type Known = { __reactRouterManifest?: { routes: Routes }; __reactRouterRouteModules?: Record<string, unknown> }

const fetched = new Set<string>()

/** Loads the code of the form action at an address; undefined when it is loaded, or when there is no such form action. */
function codeNeeded(address: string): Promise<unknown> | undefined {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: here = {} } = window as Known
  const route = manifest && routeAt(new URL(address, location.href).pathname, manifest.routes)
  if (!route || route.id in here || fetched.has(route.module)) return undefined
  return import(/* @vite-ignore */ route.module).then(() => fetched.add(route.module))
}

/** Finds the deepest route at a path. A part such as ':slug' matches any; a route that names the part itself comes first. */
export function routeAt(path: string, routes: Routes): Route | undefined {
  const wanted = path.split('/').filter(Boolean)
  const fits = (part: string, at: number) => part === wanted[at] || part.startsWith(':')
  const found = Object.values(routes).filter((route) => {
    const parts = pathOf(route, routes).split('/').filter(Boolean)
    return parts.length === wanted.length && parts.every(fits)
  })
  return found.findLast((route) => !pathOf(route, routes).includes(':')) ?? found.at(-1)
}

function pathOf({ parentId, path }: Route, routes: Routes): string {
  const parent = parentId && routes[parentId]
  return [parent && pathOf(parent, routes), path].filter(Boolean).join('/')
}
