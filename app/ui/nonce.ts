import { createContext } from 'react'

/** This answer's nonce for inline scripts. The server sets it; the browser hides nonces, so there it is undefined. */
export const NonceContext = createContext<string | undefined>(undefined)
