import { createContext, useContext } from 'react'
import { useMatches } from 'react-router'

/** The id under which this page's request is in the log. The server sets it; the document keeps it for the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined)

export function useRequestId(): string | undefined {
  const id = useContext(RequestIdContext)
  return id ?? (typeof document === 'undefined' ? undefined : document.documentElement.dataset.request)
}

/** This answer's nonce for inline scripts. The server sets it; the browser hides nonces, so there it is undefined. */
export const NonceContext = createContext<string | undefined>(undefined)

/**
 * Says whether the person is signed in, for a page that replaces another and has no data, not even the root's. The server sets it;
 * the document keeps it for the browser.
 */
export const SignedInContext = createContext<boolean | undefined>(undefined)

export function useSignedIn(): boolean {
  const known = useContext(SignedInContext)
  return known ?? (typeof document !== 'undefined' && document.documentElement.dataset.signedIn !== undefined)
}

/**
 * Returns true on a page whose route says `export const handle = { static: true }`: it is HTML and a style sheet without any script of
 * the product. Links, forms and <details> do everything; see docs/develop/decisions/0010. In a browser it is always false.
 */
export const useStatic: () => boolean = import.meta.env.SSR
  ? () => useMatches().some(({ handle }) => (handle as { static?: boolean } | undefined)?.static === true)
  : () => false
