import type { RouterContextProvider } from 'react-router'

// The server's rules for an address, known before its route runs. The product declares them in app/addresses.ts.

export type Address = {
  /** The largest body, in bytes. */
  body?: number
  /** A large body here is a picture. */
  isForPictures?: boolean
  /** The allowed methods, if not GET, HEAD and POST. */
  methods?: string[]
  /** Programs call this address and read JSON, also when a request is refused. */
  isForPrograms?: boolean
  /** Pages and programs of other sites may send here, but never in the name of a signed-in visitor. */
  isOpen?: boolean
  /** No cache keeps an answer of this address, whatever its route says. */
  keptNowhere?: boolean
  /** The address itself gives rights meant for one person: no other site learns it, no crawler and no cache keeps it. */
  isSecret?: boolean
  /** Its pages are painted before their style sheet is there, in a browser that has no file of ours. */
  paintsFirst?: boolean
  /** The route list in its pages: one of those that the build makes, or the whole one, the manifest. */
  list?: string
}

/** The rules by pattern, as in app/routes.ts; a star at the end includes all addresses below. Of two that match, the later one counts. */
export type Addresses = Record<string, Address>

/** Returns a function that finds the rules of a path, in any spelling. */
export function addressBook(addresses: Addresses): (path: string) => Address {
  const lines = Object.entries(addresses).map(([pattern, address]) => [expressionOf(pattern), address] as const)
  return (path) => {
    const asked = pathAsRouted(path)
    const found: Address = {}
    for (const [expression, address] of lines) if (expression.test(asked)) Object.assign(found, address)
    return found
  }
}

/** Makes the pattern's regular expression. A page's data is at its address plus `.data`; the router also reads `/_.data`. */
function expressionOf(pattern: string): RegExp {
  const fixed = pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')
  if (!fixed.endsWith('*')) return new RegExp(`^/${fixed}(/?_?\\.data)?/?$`)
  return fixed === '*' ? /^/ : new RegExp(`^/${fixed.slice(0, -2)}([/.]|$)`)
}

/**
 * Returns the path as the router reads it: without query, percent-encoded letters or capitals (phones capitalize the first
 * letter), and with single slashes. An encoded slash separates nothing.
 */
function pathAsRouted(path: string): string {
  const [name = ''] = path.split('?')
  try {
    return decodeURIComponent(name.replace(/%2f/gi, '%252f')).replace(/\/+/g, '/').toLowerCase()
  } catch {
    return name
  }
}

// Handlers that answer before the router.

/** By method and path: 'POST /webhooks/paystack'. The last segment may be a parameter: 'POST /hooks/m/:token'. */
export type Earlies = Record<string, Early>
/** Answers by itself, or leaves the request to the router. */
type Early = (body: Buffer<ArrayBuffer>, headers: Headers, asked: EarlyAsked) => Promise<Response> | undefined
/** `last`: the raw value of the parameter. */
export type EarlyAsked = { url: URL; context: RouterContextProvider; last: string }

/** Finds the handler of a path. The parameter may be a secret: the log gets the pattern. */
export function foundEarly(earlies: Earlies, method: string | undefined, path: string) {
  const exact = earlies[`${method} ${path}`]
  if (exact) return { early: exact, route: path, last: '' }
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const ofFolder = Object.entries(earlies).find(([pattern]) => pattern.startsWith(`${method} ${folder}:`))
  return ofFolder && { early: ofFolder[1], route: ofFolder[0].split(' ')[1]!, last: path.slice(folder.length) }
}
