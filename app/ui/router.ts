import { useContext } from 'react'
import { UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router'

// The router, for code that runs at its requests and not in a component. The one place that knows how it is reached.

type Present = NonNullable<ReturnType<typeof useRouterParts>>

let present: Present | undefined

/** Returns the router of this page; undefined until React has taken over. */
export const theRouter = (): Present | undefined => present

function useRouterParts() {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const framework = useContext(UNSAFE_FrameworkContext)
  return router && framework && { router, files: framework.manifest.routes, loaded: framework.routeModules }
}

/** Keeps the router for `theRouter`. For the root. */
export function useTheRouter(): void {
  const parts = useRouterParts()
  if (typeof document !== 'undefined') present = parts
}
