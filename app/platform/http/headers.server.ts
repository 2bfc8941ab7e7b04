import { checkoutOrigins } from '#app/platform/providers/provider.server.ts'
import type { Address } from './addresses.server.ts'

// The security headers of every answer. A header that the route sets itself wins.

export type Safety = {
  /** The allowed inline scripts: the nonce of this answer, or, in a page that many get, the hash of each script. */
  nonce?: string
  scripts?: string[]
  https: boolean
  development: boolean
}

const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const
/** Further headers of documents, which a window shows. A browser treats their parts by the same policy for referrers without being told. */
const ofDocuments = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
} as const
/** Types without these headers: parts of a page, of which a visitor fetches ten before the page is hydrated. */
const partsOfPages = /^(text\/(javascript|css)|font\/)/

/** The policy of answers that are no page: if a browser shows one as a page after all, it can do nothing. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const videoPlayers = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.tiktok.com',
  'https://www.facebook.com',
]

/** Scripts are ours, inline ones by nonce or hash; nobody frames us; forms go to us. Inline styles are allowed. */
function contentPolicy({ nonce, scripts = nonce ? [`'nonce-${nonce}'`] : [], https, development }: Safety): string {
  const rules = [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    // Our server fetches other sites' pictures: no page tells another server who visits it.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    // Videos of other sites, once a visitor has asked for one; never a frame without a click.
    `frame-src 'self' ${videoPlayers.join(' ')}`,
    "media-src 'self' https:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // A form that starts a payment redirects to the provider's page.
    ["form-action 'self'", ...checkoutOrigins()].join(' '),
    "frame-ancestors 'none'",
  ]
  if (https) rules.push('upgrade-insecure-requests')
  return rules.join('; ')
}

/** Adds what is missing to the headers of an answer. */
export function secure(headers: Headers, safety: Safety): Headers {
  const type = headers.get('content-type') ?? ''
  const all = partsOfPages.test(type) ? always : { ...always, ...ofDocuments }
  for (const [name, value] of Object.entries(all)) if (!headers.has(name)) headers.set(name, value)
  const isPage = type.startsWith('text/html')
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', isPage ? contentPolicy(safety) : nothing)
  if (safety.https) headers.set('strict-transport-security', 'max-age=31536000')
  return headers
}

/** Answers are for one person and one moment unless their route says otherwise. `refused`: a form was refused. */
export function keepPrivate(
  headers: Headers,
  signedIn: boolean,
  { keptNowhere, isSecret }: Address,
  refused = false,
): Headers {
  if (keptNowhere || isSecret) headers.set('cache-control', 'private, no-store')
  // A browser can't show a refused form with Back and Forward if it may not store it: it shows an error of its own instead.
  if (isSecret && refused) headers.set('cache-control', 'private, no-cache')
  if (isSecret) {
    // Not 'no-referrer': browsers then send a plain form with the origin 'null', which a form action refuses.
    headers.set('referrer-policy', 'same-origin')
    headers.set('x-robots-tag', 'noindex, nofollow')
  }
  // A signed-in person's page must not come back with the Back button after signing out.
  if (!headers.has('cache-control')) headers.set('cache-control', signedIn ? 'private, no-store' : 'private, no-cache')
  return headers
}
