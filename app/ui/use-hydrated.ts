import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns false on the server and until hydration; true after that. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
