import type { ServerBuild } from 'react-router'

// A section is all addresses that begin with the same word, as in /fundraiser/… Which routes can be meant by an address is
// known by that word alone: only they, and those that begin with anything.

type Route = { id: string; parentId?: string | undefined; path?: string | undefined; index?: boolean | undefined }

/** The section of a path; undefined where it is not plainly written: then any route may be meant. The first page is one by itself. */
export function sectionOf(build: ServerBuild, path: string): string | undefined {
  if (path === '/') return ''
  const [, word = ''] = /^\/([a-z\d-]+)(?:\/|\.data$|$)/i.exec(path) ?? []
  return wordsOf(build).has(word.toLowerCase()) ? word.toLowerCase() : undefined
}

/** The build with the routes of this section alone, and all that they stand below. */
export function routesFor(build: ServerBuild, section: string): ServerBuild {
  const ids = new Set<string>()
  for (const route of Object.values(build.routes))
    if (route && !isOnlyAbove(route) && isIn(section, wordOf(build, route)))
      for (let at: Route | undefined = route; at; at = parentOf(build, at)) ids.add(at.id)
  const routes = only(build.routes, ids)
  return { ...build, routes, assets: { ...build.assets, routes: only(build.assets.routes, ids) } }
}

/** Without a path of its own it answers nothing: it stands above those that do. */
const isOnlyAbove = ({ path, index }: Route) => !path && !index

/** A word that stands for any other can be this one. */
const isIn = (section: string, word: string) => word === section || /^[:*]/.test(word) || word.includes('?')

const wordOf = (build: ServerBuild, route: Route) => fullPath(build, route).split('/')[0]!.toLowerCase()

function fullPath(build: ServerBuild, route: Route): string {
  const above = parentOf(build, route)
  return [above ? fullPath(build, above) : '', route.path ?? ''].join('/').replace(/^\/+|\/+$/g, '')
}

const parentOf = (build: ServerBuild, { parentId }: Route) => (parentId ? build.routes[parentId] : undefined)

const words = new WeakMap<ServerBuild['routes'], Set<string>>()

function wordsOf(build: ServerBuild): Set<string> {
  const known = words.get(build.routes)
  if (known) return known
  const all = Object.values(build.routes).flatMap((route) => (route ? [wordOf(build, route)] : []))
  const found = new Set(all.filter((word) => /^[a-z\d-]+$/.test(word)))
  words.set(build.routes, found)
  return found
}

const only = <Value>(all: Record<string, Value>, ids: Set<string>) =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
