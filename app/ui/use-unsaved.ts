import { useEffect } from 'react'
import { type Blocker, useBlocker } from 'react-router'

/**
 * Holds the person who leaves the page while something on it is not saved: the router's links and Back, and closing or
 * reloading the tab. Another tab of the same page is no leaving. `<Unsaved>` asks with what this returns.
 */
export function useUnsaved(unsaved: boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  useEffect(() => {
    // Saved while the question was there: nothing is left to ask.
    if (!unsaved && blocker.state === 'blocked') blocker.proceed()
  }, [unsaved, blocker])
  return blocker
}
