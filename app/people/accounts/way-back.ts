import { ownPath } from '#app/kit/web-address.ts'

// The page a person wanted before they had to sign in.

/** The limit of the path's length: the sign-in page's address, itself limited, contains it doubly encoded. */
const longest = 1000

/** Returns the page after signing in: where they were going, else the dashboard. */
export function afterSignIn(to: string | null | undefined): string {
  const path = ownPath(to)
  return path && path.length <= longest && !/^\/(auth|sign-out|session)(?![\w-])/.test(path) ? path : '/dashboard'
}

/** Returns the address of the sign-in page (or a similar one) that remembers where they were going. */
export function authPath(to?: string | null, page = '/auth'): string {
  const path = afterSignIn(to)
  return path === '/dashboard' ? page : `${page}?to=${encodeURIComponent(path)}`
}

/** The page after 'Start Fundraising': the form that opens a drive. */
export const startPath = '/dashboard/new'
/** The page where such people first make an account. */
export const startingPath = '/auth?tab=sign-up&from=start'
