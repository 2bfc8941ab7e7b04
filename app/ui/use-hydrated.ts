import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until React has taken over the page; true after that. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
