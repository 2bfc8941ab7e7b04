// What the server has to know of an address before a route sees it. The product declares it in app/addresses.ts.

export type Address = {
  /** What a body may weigh, in bytes. */
  body?: number
  /** What makes a body large is a picture. */
  isForPictures?: boolean
  /** Where these are others than GET, HEAD and POST. */
  methods?: string[]
  /** Programs ask, which read JSON, also when a request is refused. */
  isForPrograms?: boolean
  /** Pages and programs elsewhere may send here, but never in the name of a visitor who is signed in. */
  isOpen?: boolean
  /** Nothing of it stays in any cache, whatever its route says. */
  keptNowhere?: boolean
  /** Who knows it can do what only one person may: no other site is told it, no crawler and no cache keeps it. */
  isSecret?: boolean
  /** Which list of addresses its pages bring: one of those that the build makes, or the whole one, the manifest. */
  list?: string
}

/** By patterns as in app/routes.ts; what ends with a star means all below, too. Of two that fit, the later one counts. */
export type Addresses = Record<string, Address>

/** Finds what is declared of a path, however it was written. */
export function addressBook(addresses: Addresses): (path: string) => Address {
  const lines = Object.entries(addresses).map(([pattern, address]) => [expressionOf(pattern), address] as const)
  return (path) => {
    const asked = pathAsRouted(path)
    const found: Address = {}
    for (const [expression, address] of lines) if (expression.test(asked)) Object.assign(found, address)
    return found
  }
}

/** The address of a page's data is its own with `.data` at its end; the router also reads `/_.data`. */
function expressionOf(pattern: string): RegExp {
  const fixed = pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')
  if (!fixed.endsWith('*')) return new RegExp(`^/${fixed}(/?_?\\.data)?/?$`)
  return fixed === '*' ? /^/ : new RegExp(`^/${fixed.slice(0, -2)}([/.]|$)`)
}

/**
 * The path as the router reads it, however it was written: without its query, letters that were written as numbers, or
 * capitals (a phone begins an address with one), and with single slashes. A slash that was written as a number parts nothing.
 */
function pathAsRouted(path: string): string {
  const [name = ''] = path.split('?')
  try {
    return decodeURIComponent(name.replace(/%2f/gi, '%252f')).replace(/\/+/g, '/').toLowerCase()
  } catch {
    return name
  }
}
