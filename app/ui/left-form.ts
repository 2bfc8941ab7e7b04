// Typed text at the end of a session. The page leaves for the sign-in page, and the server stores the typed text first, as if the
// form had been sent. The form action does not run: the header says so.

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

let last: HTMLFormElement | undefined
if (typeof document !== 'undefined')
  document.addEventListener(
    'input',
    ({ target }) => {
      const { form } = target as HTMLInputElement
      if (form?.method === 'post') last = form
    },
    { capture: true },
  )

/** In milliseconds. */
const longest = 5000

/** Checks whether a person was signed in when this page was loaded. */
const wasSignedIn = () => 'signedIn' in document.documentElement.dataset

/** Wraps all of the router's requests at the root. A sent form is not one that was left. */
export async function keepTyped(
  { request }: { request: Request },
  next: () => Promise<Results>,
  { form = () => last, isTheirs = wasSignedIn } = {},
): Promise<Results> {
  const results = await next()
  const isLeft = request.method === 'GET' && Object.values(results).some(({ result }) => leadsToSignIn(result))
  const left = isLeft && isTheirs() ? form() : undefined
  if (left?.isConnected && isTyped(left))
    await fetch(left.action, {
      method: 'POST',
      headers: { 'x-only-keep': '1' },
      body: textsOf(left),
      redirect: 'manual',
      signal: AbortSignal.timeout(longest),
    }).catch(() => {})
  return results
}

const leadsToSignIn = (result: unknown) =>
  result instanceof Response && /^\/auth(\?|$)/.test(result.headers.get('location') ?? '')

/** Checks whether any control has changed since the page was loaded. */
const isTyped = ({ elements }: HTMLFormElement) =>
  Array.from(elements).some((one) => {
    const { type, value, defaultValue, checked, defaultChecked } = one as HTMLInputElement
    return type === 'checkbox' || type === 'radio'
      ? checked !== defaultChecked
      : defaultValue !== undefined && value !== defaultValue
  })

/**
 * Marks the server-rendered values of forms as typed: the router forgets the answer to a form as soon as the page is reloaded, and
 * the controls would go back to the saved values.
 */
export function holdTyped(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]'))
    for (const one of form.elements) {
      const control = one as HTMLInputElement
      if (control.type === 'checkbox' || control.type === 'radio') control.checked = Boolean(control.checked)
      else if (control.matches('input:not([type=hidden], [type=file]), textarea')) control.value = String(control.value)
    }
}

const textsOf = (form: HTMLFormElement) =>
  new URLSearchParams(
    [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
