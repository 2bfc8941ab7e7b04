// Where somebody wanted to go before they had to sign in.

/** A path of this product, or undefined: never another site, whatever was asked for. */
export function ownPath(asked: string | null | undefined): string | undefined {
  if (!asked?.startsWith('/') || asked.length > 500 || /[\p{Cc}\\]/u.test(asked)) return undefined
  const url = URL.canParse(asked, 'http://here.invalid') ? new URL(asked, 'http://here.invalid') : undefined
  if (url?.origin !== 'http://here.invalid') return undefined
  // The address is read once more as the browser will: '/.//evil' has become '//evil' by now.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}

/** Where signing in leads: back to where they were going, else to the dashboard. */
export function afterSignIn(to: string | null | undefined): string {
  const path = ownPath(to)
  return path && !/^\/(auth|sign-out|session)(?![\w-])/.test(path) ? path : '/dashboard'
}

/** The sign-in page (or another page of its kind), remembering where they were going. */
export function authPath(to?: string | null, page = '/auth'): string {
  const path = ownPath(to)
  return path && afterSignIn(path) === path && path !== '/dashboard' ? `${page}?to=${encodeURIComponent(path)}` : page
}
