import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Address } from './addresses.server.ts'
import type { Files } from './static.server.ts'

type Handler = ReturnType<typeof createRequestHandler>
type With = { mode: string; files: Files; address: Address; watch: (build: ServerBuild) => ServerBuild }

const handlers = new WeakMap<ServerBuild, Map<string, Handler>>()

/**
 * Has the router answer. With a page comes a list of addresses, so that none has to be asked for later. The whole list is
 * long, so a page brings the part that its readers need: a visitor none of the owners' pages, an owner none of the office.
 * A page must be in the list that it brings: the browser would load it again and again, looking for it. See not-found.tsx
 * for the way to the others.
 */
export function routed(build: ServerBuild, request: Request, context: RouterContextProvider, conditions: With) {
  const { list = 'manifest' } = conditions.address
  const known = handlers.get(build) ?? new Map<string, Handler>()
  handlers.set(build, known)
  const handler = known.get(list) ?? handlerWith(build, list, conditions)
  known.set(list, handler)
  return handler(request, context)
}

function handlerWith(build: ServerBuild, list: string, { watch, mode, files }: With): Handler {
  const watched = watch(build)
  const url = build.assets.url.replace('/manifest-', `/${list}-`)
  // While developing there is no other list than the whole one.
  if (!files.has(url)) return createRequestHandler(watched, mode)
  return createRequestHandler({ ...watched, assets: { ...watched.assets, url } }, mode)
}
