import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { listFor } from '#app/platform/http/path-as-routed.server.ts'
import type { Files } from './static.server.ts'

type Handler = ReturnType<typeof createRequestHandler>
type Handlers = Record<ReturnType<typeof listFor>, Handler>
type With = { mode: string; files: Files; watch: (build: ServerBuild) => ServerBuild }

const handlers = new WeakMap<ServerBuild, Handlers>()

/**
 * Has the router answer. With a page comes a list of addresses, so that none has to be asked for later. The whole list is
 * long, so a page brings the part that its readers need: a visitor none of the owners' pages, an owner none of the office.
 * See not-found.tsx for the way to the others.
 */
export function routed(build: ServerBuild, request: Request, context: RouterContextProvider, conditions: With) {
  let known = handlers.get(build)
  if (!known) {
    const watched = conditions.watch(build)
    const office = createRequestHandler(watched, conditions.mode)
    const shorter = (list: string) => {
      const url = build.assets.url.replace('/manifest-', `/${list}-`)
      // While developing there is no other list than the whole one.
      if (url === build.assets.url || !conditions.files.has(url)) return office
      return createRequestHandler({ ...watched, assets: { ...watched.assets, url } }, conditions.mode)
    }
    known = { office, members: shorter('members'), visitors: shorter('visitors') }
    handlers.set(build, known)
  }
  // A page must be in the list that it brings: the browser would load it again and again, looking for it.
  return known[listFor(new URL(request.url).pathname)](request, context)
}
