import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Address } from './addresses.server.ts'
import { filesContext } from './files-for.server.ts'
import { routesFor, sectionOf } from './sections.server.ts'
import type { Files } from './static.server.ts'

type Handler = ReturnType<typeof createRequestHandler>
type With = { mode: string; files: Files; address: Address; watch: (build: ServerBuild) => ServerBuild }
/** A build whose doors are watched, and what answers with a part of it. */
type Known = { watched: ServerBuild; handlers: Map<string, Handler> }

const builds = new WeakMap<ServerBuild, Known>()

/**
 * Has the router answer. It is given only the routes that can be meant: it looks through all it has, more than once for each
 * page. With a page comes a list of addresses, so that none has to be asked for later. The whole list is
 * long, so a page brings the part that its readers need: a visitor none of the owners' pages, an owner none of the office.
 * A page must be in the list that it brings: the browser would load it again and again, looking for it. See not-found.tsx
 * for the way to the others.
 */
export function routed(build: ServerBuild, request: Request, context: RouterContextProvider, conditions: With) {
  const known = builds.get(build) ?? { watched: conditions.watch(build), handlers: new Map<string, Handler>() }
  builds.set(build, known)
  const { list = 'manifest' } = conditions.address
  const section = sectionOf(build, new URL(request.url).pathname)
  const name = `${list} ${section ?? '*'}`
  const handler = known.handlers.get(name) ?? handlerWith(known.watched, list, section, conditions)
  known.handlers.set(name, handler)
  context.set(filesContext, conditions.files)
  return handler(request, context)
}

function handlerWith(whole: ServerBuild, list: string, section: string | undefined, { mode, files }: With): Handler {
  const build = section === undefined ? whole : routesFor(whole, section)
  const url = build.assets.url.replace('/manifest-', `/${list}-`)
  // While developing there is no other list than the whole one.
  if (!files.has(url)) return createRequestHandler(build, mode)
  return createRequestHandler({ ...build, assets: { ...build.assets, url } }, mode)
}
