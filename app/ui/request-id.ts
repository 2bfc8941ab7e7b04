import { createContext, useContext } from 'react'

/** The id under which this page's request is in the log. The server sets it; the document keeps it for the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined)

export function useRequestId(): string | undefined {
  const id = useContext(RequestIdContext)
  return id ?? (typeof document === 'undefined' ? undefined : document.documentElement.dataset.request)
}
