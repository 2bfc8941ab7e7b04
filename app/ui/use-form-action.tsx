import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Answer, Said } from '#app/kit/says.ts'
import { canReload, submitByBrowser } from './old-page.ts'
import { PlainForm, useReadOnly } from './read-only.tsx'
import { theRouter } from './router.ts'
import { toast } from './toast.tsx'

type Options = {
  /** Called once for each form action that succeeded, with the form, such as to close its dialog or to empty it. */
  onDone?: (form: HTMLFormElement | undefined, answer: Answer) => void
}

/** A form that posts without leaving the page, shows the answer in a toast, and puts the focus on the first field in fault. */
export function useFormAction({ onDone }: Options = {}) {
  const { t } = useLingui()
  const fetcher = useFetcher<Answer>()
  const { state, data: answer } = fetcher
  const seen = useRef<Answer>(undefined)
  const form = useRef<HTMLFormElement>(undefined)
  const done = useRef(onDone)
  done.current = onDone
  const broken = useRef<Said>(undefined)
  broken.current = {
    title: t`The connection broke`,
    text: t`What you typed is still here. Please try again.`,
    tone: 'bad',
  }
  useLineWords({
    offline: {
      title: t`You are offline`,
      text: t`Nothing was sent, and what you typed is still here. Please try again when you are connected.`,
      tone: 'bad',
    },
    broken: broken.current,
  })
  useEffect(() => {
    if (state === 'submitting') form.current = lastSent()
  }, [state])
  useSaid(state, answer, broken)
  useEffect(() => {
    if (state !== 'idle' || !answer || answer === seen.current) return
    seen.current = answer
    if (answer.ok) return done.current?.(form.current, answer)
    // A quick answer may come before anything was rendered while sending: then the ref has the form of the time before.
    fieldInFault(form.current?.isConnected ? form.current : lastSent(), answer.errors)?.focus()
  }, [state, answer])
  // Form is the fetcher's own: a component made here would be a new one at every render, and lose what is typed.
  const Form = (useReadOnly() ? PlainForm : fetcher.Form) as typeof fetcher.Form
  return { Form, busy: state !== 'idle', answer, submit: fetcher.submit }
}

/**
 * Shows the result once the page has reloaded. By then the form may be gone with its subject, such as a comment that was reported:
 * then the toast is shown as the form unmounts.
 */
function useSaid(state: string, answer: Answer | undefined, broken: RefObject<Said | undefined>) {
  const heard = useRef<Answer>(undefined)
  const unsaid = useRef<Said>(undefined)
  const say = useRef(() => {})
  say.current = () => {
    if (unsaid.current) toast(unsaid.current)
    unsaid.current = undefined
  }
  useEffect(() => {
    if (state !== 'submitting' && answer && answer !== heard.current) {
      heard.current = answer
      unsaid.current = answer.unsent ? broken.current : answer.says
    }
    if (state === 'idle') say.current()
  }, [state, answer, broken])
  useEffect(() => () => say.current(), [])
}

// A single listener for all forms of the page: it knows the form sent last, and stops a form that could not arrive. A sent form whose
// code can't be loaded would take the page with it, and with the page the typed text.

type LineWords = { offline: Said; broken: Said }

let last: HTMLFormElement | undefined
let words: LineWords | undefined
const waiting = new WeakSet<HTMLFormElement>()

/** Returns the form that was sent last. */
const lastSent = () => last

/** Sets the words for a person who sends a form while their device is offline, or while the server can't be reached. */
function useLineWords(said: LineWords): void {
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
  // A browser that remembers the failure never gets the code; nor does an old page.
  const answers = !come && (await canReload())
  waiting.delete(form)
  if (come) form.requestSubmit(button)
  else if (answers) submitByBrowser(form, button)
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

const fetched = new Set<string>()

/** Loads the code of the form action at an address; undefined when it is loaded, or when there is no such form action. */
function codeNeeded(address: string): Promise<unknown> | undefined {
  const { files = {}, loaded = {} } = theRouter() ?? {}
  const route = routeAt(new URL(address, location.href).pathname, files as Routes)
  if (!route || route.id in loaded || fetched.has(route.module)) return undefined
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

/**
 * Returns the key by which the server recognises a form that is sent again. Every load of the page brings another: the form keeps the
 * first, as nobody knows whether a try without an answer arrived. An answer may give a new one, as when the action is done and the
 * form stays for the next.
 */
export function useFormKey(fresh: string, answer: Answer | undefined): string {
  const [key, setKey] = useState(keyIn(answer) ?? fresh)
  const [heard, setHeard] = useState(answer)
  if (answer === heard) return key
  setHeard(answer)
  const given = keyIn(answer)
  if (given) setKey(given)
  return given ?? key
}

const keyIn = (answer: Answer | undefined) =>
  answer?.typed?.key ?? (answer?.gave?.key ? String(answer.gave.key) : undefined)

/** Empties and closes a form in <details> after it is done. */
export function foldAway(form: HTMLFormElement | undefined): void {
  form?.reset()
  form?.closest('details')?.removeAttribute('open')
}
