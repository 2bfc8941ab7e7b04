import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { isOfOffice } from './plainly.server.ts'
import type { Files } from './static.server.ts'

type Handler = ReturnType<typeof createRequestHandler>
type Handlers = { office: Handler; visitors: Handler }
type With = { mode: string; files: Files; watch: (build: ServerBuild) => ServerBuild }

const handlers = new WeakMap<ServerBuild, Handlers>()

/**
 * Has the router answer. With a page comes the list of all addresses, so that none has to be asked for later; that of the
 * back office is as long as all others together, so only its own pages bring it. See not-found.tsx for the way there.
 */
export function routed(build: ServerBuild, request: Request, context: RouterContextProvider, the: With) {
  let known = handlers.get(build)
  if (!known) {
    const watched = the.watch(build)
    const office = createRequestHandler(watched, the.mode)
    const short = build.assets.url.replace('/manifest-', '/visitors-')
    // While developing there is no other list than the whole one.
    const visitors =
      short !== build.assets.url && the.files.has(short)
        ? createRequestHandler({ ...watched, assets: { ...watched.assets, url: short } }, the.mode)
        : office
    known = { office, visitors }
    handlers.set(build, known)
  }
  // A page has to stand in the list that it brings: the browser would load it again and again, looking for itself.
  return known[isOfOffice(new URL(request.url).pathname) ? 'office' : 'visitors'](request, context)
}
