import { checkoutOrigins } from '#app/platform/provider.server.ts'
import type { Address } from './addresses.server.ts'

// What every answer tells the browser about safety. A route may set a header itself; then its own stands.

export type Safety = {
  /** Our own scripts in a page: what this answer alone carries, or the hash of each in a page that many get. */
  nonce?: string
  scripts?: string[]
  https: boolean
  development: boolean
}

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const
/** What a window shows has these besides. */
const ofDocuments = {
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
} as const
/** They say nothing of a part of a page, of which a visitor fetches ten before it is alive. */
const partsOfPages = /^(text\/(javascript|css)|font\/)/

/** For what is no page: if a browser shows it as one after all, it can do nothing. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const videoPlayers = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.tiktok.com',
  'https://www.facebook.com',
]

/** Scripts are ours, and those in the page are named; nobody frames us; forms go to us. Styles may stand at their element. */
function contentPolicy({ nonce, scripts = nonce ? [`'nonce-${nonce}'`] : [], https, development }: Safety): string {
  const rules = [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    // Pictures of others are fetched by us: no page tells another server who visits it.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    // Videos elsewhere, once a visitor has asked for one; never a frame without a click.
    `frame-src 'self' ${videoPlayers.join(' ')}`,
    "media-src 'self' https:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // A form that starts a payment is led on to the provider's page.
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

/** Answers are for one person and one moment unless their route says otherwise. `refused`: no to a form. */
export function keepPrivate(
  headers: Headers,
  signedIn: boolean,
  { keptNowhere, isSecret }: Address,
  refused = false,
): Headers {
  if (keptNowhere || isSecret) headers.set('cache-control', 'private, no-store')
  // What a browser does not keep of a form it can't show with Back and Forward: instead of the words it has an error of its own.
  if (isSecret && refused) headers.set('cache-control', 'private, no-cache')
  if (isSecret) {
    // Not 'no-referrer': browsers then send a plain form with the origin 'null', which a form action refuses.
    headers.set('referrer-policy', 'same-origin')
    headers.set('x-robots-tag', 'noindex, nofollow')
  }
  // A page of a person signed in must not come back with the Back button after signing out.
  if (!headers.has('cache-control')) headers.set('cache-control', signedIn ? 'private, no-store' : 'private, no-cache')
  return headers
}
