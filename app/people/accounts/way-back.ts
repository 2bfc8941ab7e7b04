import { ownPath } from '#app/kit/own-path.ts'

// Where a person wanted to go before they had to sign in.

/** It stands, written twice over, in the address of the sign-in page, which has a bound itself. */
const longest = 1000

/** Where signing in leads: back to where they were going, else to the dashboard. */
export function afterSignIn(to: string | null | undefined): string {
  const path = ownPath(to)
  return path && path.length <= longest && !/^\/(auth|sign-out|session)(?![\w-])/.test(path) ? path : '/dashboard'
}

/** The sign-in page (or another page of its kind), remembering where they were going. */
export function authPath(to?: string | null, page = '/auth'): string {
  const path = afterSignIn(to)
  return path === '/dashboard' ? page : `${page}?to=${encodeURIComponent(path)}`
}

/** Where people who began with 'Start Fundraising' go on: the form that opens a drive. */
export const startPath = '/dashboard/new'
/** Where they make an account first. */
export const startingPath = '/auth?tab=sign-up&from=start'
