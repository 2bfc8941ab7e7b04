import type { ServerBuild } from 'react-router'

// A section is all addresses that begin with the same word, as in /fundraiser/… That word alone tells which routes may
// match an address: the section's own, and those that begin with a parameter.

type Route = { id: string; parentId?: string | undefined; path?: string | undefined; index?: boolean | undefined }

/** Returns a path's section; undefined if not plainly written: any route may match. The first page is its own section. */
export function sectionOf(build: ServerBuild, path: string): string | undefined {
  if (path === '/') return ''
  const [, word = ''] = /^\/([a-z\d-]+)(?:\/|\.data$|$)/i.exec(path) ?? []
  return wordsOf(build).has(word.toLowerCase()) ? word.toLowerCase() : undefined
}

/** Returns the build with the routes of this section alone, and their parents. */
export function routesFor(build: ServerBuild, section: string): ServerBuild {
  const ids = new Set<string>()
  for (const route of Object.values(build.routes))
    if (route && !isOnlyAbove(route) && isIn(section, wordOf(build, route)))
      for (let at: Route | undefined = route; at; at = parentOf(build, at)) ids.add(at.id)
  const routes = only(build.routes, ids)
  return { ...build, routes, assets: { ...build.assets, routes: only(build.assets.routes, ids) } }
}

/** True for a layout route: without a path of its own it answers nothing itself. */
const isOnlyAbove = ({ path, index }: Route) => !path && !index

/** True for the section's own word, and for a parameter or star, which matches any word. */
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
