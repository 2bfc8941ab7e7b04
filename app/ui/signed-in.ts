import { createContext, useContext } from 'react'

/**
 * Says whether the person is signed in, for a page that replaces another and has no data, not even the root's. The server sets it;
 * the document keeps it for the browser.
 */
export const SignedInContext = createContext<boolean | undefined>(undefined)

export function useSignedIn(): boolean {
  const known = useContext(SignedInContext)
  return known ?? (typeof document !== 'undefined' && document.documentElement.dataset.signedIn !== undefined)
}
