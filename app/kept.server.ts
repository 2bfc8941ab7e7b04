// Which pages are the same for everybody, and who sees others: these are made once and given out from memory.

const tabs = ['gallery', 'comments', 'donations']

/**
 * The one address of a page that is kept: the landing page, and a drive's page with its tabs. Chats and networks write
 * things behind an address that mean nothing; what begins further down a list takes the usual way.
 */
export function addressOf(url: string): string | undefined {
  const [, path, query] = /^(\/|\/fundraiser\/[a-z0-9-]{1,100})(?:\?(.{0,1000}))?$/.exec(url) ?? []
  if (!path || !query) return path
  const asked = new URLSearchParams(query)
  if (asked.has('comments') || asked.has('donations')) return undefined
  const tab = path === '/' ? undefined : tabs.find((one) => one === asked.get('tab'))
  return tab ? `${path}?tab=${tab}` : path
}

/** A session or what belongs to one, what was said after a form, and the mark of a visitor who commented or liked here. */
const personal = /(?:^|; *)(?:(?:__Host-)?harambee\.|flash=|acted=)/
export const isPersonal = (cookies: string): boolean => personal.test(cookies)
