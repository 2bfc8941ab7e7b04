// A session may end while its person types: then the page leaves for the sign-in page, and what was typed is handed to the
// server first, which keeps it as if it had been sent. It is not done: the header says so.

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

type Router = { state: { loaderData: { root?: { person?: object | null } } } }
/** Somebody was signed in when this page came. */
const wasSignedIn = () =>
  Boolean(
    (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.state.loaderData.root?.person,
  )

/** Stands at the root, around everything the router asks of the server. A form that was sent is none that is left. */
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

/** Something in it is not as the page came. */
const isTyped = ({ elements }: HTMLFormElement) =>
  Array.from(elements).some((one) => {
    const { type, value, defaultValue, checked, defaultChecked } = one as HTMLInputElement
    return type === 'checkbox' || type === 'radio'
      ? checked !== defaultChecked
      : defaultValue !== undefined && value !== defaultValue
  })

/**
 * Values that the server has drawn into the forms stay in them as if they had been typed here: the router forgets what a form was answered
 * as soon as the page is loaded again, and the controls would go back to what was saved.
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
