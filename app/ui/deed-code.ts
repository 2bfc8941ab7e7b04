// The router fetches the code of a route when something is sent there for the first time, and starts the page afresh
// when that fails. So the code of a form's deed is fetched beforehand, where failing does no harm.

type Route = { id: string; parentId?: string; path?: string; module: string }
export type Routes = Record<string, Route>
type Known = { __reactRouterManifest?: { routes: Routes }; __reactRouterRouteModules?: Record<string, unknown> }

const fetched = new Set<string>()

/** The code of the deed at an address, on its way; undefined when it is here, or when there is no such deed. */
export function codeNeeded(address: string): Promise<unknown> | undefined {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: here = {} } = window as Known
  const route = manifest && routeAt(new URL(address, location.href).pathname, manifest.routes)
  if (!route || route.id in here || fetched.has(route.module)) return undefined
  return import(/* @vite-ignore */ route.module).then(() => fetched.add(route.module))
}

/** The deepest route at a path. A part such as ':slug' stands for any; a route that names the part itself goes before. */
export function routeAt(path: string, routes: Routes): Route | undefined {
  const wanted = path.split('/').filter(Boolean)
  const fits = (part: string, at: number) => part === wanted[at] || part.startsWith(':')
  const found = Object.values(routes).filter((route) => {
    const parts = pathOf(route, routes).split('/').filter(Boolean)
    return parts.length === wanted.length && parts.every(fits)
  })
  return found.findLast((route) => !pathOf(route, routes).includes(':')) ?? found.at(-1)
}

function pathOf({ parentId, path }: Route, routes: Routes): string {
  const parent = parentId && routes[parentId]
  return [parent && pathOf(parent, routes), path].filter(Boolean).join('/')
}
