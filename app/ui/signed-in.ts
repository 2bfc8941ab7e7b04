import { createContext, useContext } from 'react'

/**
 * Whether the person who asked is signed in, for a page that stands in the place of another and has no data, not even the
 * root's. The server sets it; the document keeps it for the browser.
 */
export const SignedInContext = createContext<boolean | undefined>(undefined)

export function useSignedIn(): boolean {
  const known = useContext(SignedInContext)
  return known ?? (typeof document !== 'undefined' && document.documentElement.dataset.signedIn !== undefined)
}
