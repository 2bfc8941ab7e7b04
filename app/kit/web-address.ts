import { uploadedPicture } from './picture.ts'

// Addresses that people write into a text. The editor and the server parse them alike, so that the stored text is the one seen while
// writing.

const longest = 2000

/** Returns the address of a link: a page or a mailbox. Undefined for anything else. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  return /^(https?:\/\/|mailto:)/i.test(text) ? plainAddress(text, ['http:', 'https:', 'mailto:']) : undefined
}

/** Returns the address of a picture: one of ours, or one on another site, of which the server keeps a copy. */
export function pictureAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (uploadedPicture(text)) return text
  const address = /^https:\/\/[^/]/i.test(text) ? plainAddress(text, ['https:']) : undefined
  return address && isPublicHost(new URL(address).hostname) ? address : undefined
}

/**
 * Checks for a public host name. A number, or a name of a private network, would make us connect to a host that only we can reach, or
 * a visitor's browser to their router. The URL parser has turned every way to write a number into dots or brackets by now.
 */
export const isPublicHost = (host: string): boolean =>
  /^([a-z\d_]([a-z\d_-]*[a-z\d_])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/.test(host) &&
  !/\.(local|localhost|localdomain|internal|intranet|lan|home|arpa)$/.test(host)

/** Completes an address typed as people say it: 'example.org', 'mama@example.org'. */
export function meantLink(typed: string): string | undefined {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return linkAddress(`mailto:${text}`)
  if (!/^[a-z][a-z\d+.-]*:/i.test(text) && /^[^\s/@.]+\.[^\s@]+$/.test(text)) return linkAddress(`https://${text}`)
  return linkAddress(text)
}

/** Returns the address as typed if it is plain, else as a browser reads it. Never one with a name and a password in it. */
function plainAddress(text: string, protocols: string[]): string | undefined {
  const url = text.length <= longest ? URL.parse(text) : null
  if (!url || url.username || url.password || !protocols.includes(url.protocol)) return undefined
  const plain = /[\s\p{Cc}\p{Cf}"'<>\\`{}]/u.test(text) ? url.href : text.normalize('NFC')
  return plain.length <= longest && !/[\s\p{Cc}\p{Cf}<>"]/u.test(plain) ? plain : undefined
}

/** Returns a path of this product as a browser will read it, or undefined: never another site, whatever was asked for. */
export function ownPath(asked: string | null | undefined): string | undefined {
  if (!asked?.startsWith('/') || /[\p{Cc}\\]/u.test(asked)) return undefined
  const url = URL.canParse(asked, 'http://here.invalid') ? new URL(asked, 'http://here.invalid') : undefined
  if (url?.origin !== 'http://here.invalid') return undefined
  // The parsed path is checked once more: '/.//evil' has become '//evil' by now.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads an id in an address, as the database writes it; null for anything else. */
export const idIn = (text: string | null): string | null => (text && uuid.test(text) ? text.toLowerCase() : null)
