import { discoverAsked, discoverPath } from './drives/discover/discover.ts'
import { isKey } from './platform/pictures/store.server.ts'

// Cached pages and pictures, the same for everybody who asks for that address, made once and given out from memory; and who sees another
// page.

const tabs = ['gallery', 'comments', 'donations']
/** The route whose data an open page asks for when something changed; or it asks for all data. */
const part = 'drives/public-page/pages/page'

/**
 * Returns the one address of a cached page: the landing page, the list of fundraisers, a drive's page with its tabs, or their data when something changed.
 * Chats and networks append parameters that mean nothing. Requests for later pages of a list, or for one picture of the gallery, take
 * the usual way.
 */
function pageAt(url: string): string | undefined {
  if (url.startsWith('/discover')) return listAt(url)
  const found = /^(\/|\/fundraiser\/[a-z0-9-]{1,100}(\.data)?)(?:\?(.{0,1000}))?$/.exec(url)
  if (!found) return undefined
  const [, path, isData, query] = found
  if (!query) return path
  const asked = new URLSearchParams(query)
  if (['comments', 'donations', 'picture'].some((name) => asked.has(name))) return undefined
  const routes = isData ? asked.get('_routes') : null
  if (routes !== null && routes !== part) return undefined
  const tab = path === '/' ? undefined : tabs.find((one) => one === asked.get('tab'))
  const kept = [tab && `tab=${tab}`, routes && `_routes=${encodeURIComponent(routes)}`].filter(Boolean).join('&')
  return kept ? `${path}?${kept}` : path
}

/** Returns the address of a first page of the list of fundraisers. A search and later pages take the usual way. */
function listAt(url: string): string | undefined {
  const found = /^\/discover(?:\?(.{0,1000}))?$/.exec(url)
  if (!found) return undefined
  const asked = discoverAsked(new URLSearchParams(found[1] ?? ''))
  // The operator's categories are numbers that anybody can make up.
  return asked.q || asked.after || /^\d/.test(asked.category) ? undefined : discoverPath(asked)
}

/** Cookies of a session, of a form's message, and of a visitor who commented or liked here. */
const personal = /(?:^|; *)(?:(?:__Host-)?harambee\.|flash=|acted=)/

export const pages = { addressOf: pageAt, isPersonal: (cookies: string) => personal.test(cookies) }

const guest = /^\/i\/[2-9a-km-np-z]{12}(?=$|\?)/

/** Returns the address of a guest's own page: the link alone. Nothing that is written behind it changes the page. */
export const guests = { addressOf: (url: string) => guest.exec(url)?.[0], isPersonal: pages.isPersonal }

const preview = /^\/fundraiser\/[a-z0-9-]{1,100}\/preview\/[\w-]{1,100}\.jpg$/

/** Returns the address of an uploaded picture, or of one that chats show beside a link. */
function pictureAt(url: string): string | undefined {
  const isOne = url.startsWith('/media/') ? isKey(url.slice('/media/'.length)) : preview.test(url)
  return isOne ? url : undefined
}

export const pictures = { addressOf: pictureAt }
