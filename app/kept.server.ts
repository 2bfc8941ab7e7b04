import { isKey } from './platform/pictures/store.server.ts'

// What is the same for everybody, and who sees something else: it is made once and given out from memory.

const tabs = ['gallery', 'comments', 'donations']
/** What an open page asks for when something changed: all of its data, or that of its own part. */
const part = 'drives/public-page/pages/page'

/**
 * The one address of a page that is kept: the landing page, and a drive's page with its tabs, and what it asks for when
 * something changed. Chats and networks write things behind an address that mean nothing; what begins further down a list,
 * or shows one picture of the gallery, takes the usual way.
 */
function pageAt(url: string): string | undefined {
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

/** A session or what belongs to one, what was said after a form, and the mark of a visitor who commented or liked here. */
const personal = /(?:^|; *)(?:(?:__Host-)?harambee\.|flash=|acted=)/

export const pages = { addressOf: pageAt, isPersonal: (cookies: string) => personal.test(cookies) }

const preview = /^\/fundraiser\/[a-z0-9-]{1,100}\/preview\/[\w-]{1,100}\.jpg$/

/** Pictures that people sent, and those that chats show beside a link. */
function pictureAt(url: string): string | undefined {
  const isOne = url.startsWith('/media/') ? isKey(url.slice('/media/'.length)) : preview.test(url)
  return isOne ? url : undefined
}

export const pictures = { addressOf: pictureAt }
