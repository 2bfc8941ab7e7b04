import { uploadedPicture } from './picture.ts'

// Addresses that people write into a text. The editor and the server read them in the same way, so that what is seen
// while writing is what is kept.

const longest = 2000

/** Where a link may lead: to a page or to a person's mailbox. Undefined for anything else. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  return /^(https?:\/\/|mailto:)/i.test(text) ? plainAddress(text, ['http:', 'https:', 'mailto:']) : undefined
}

/** Which picture may be named: one of ours, or one elsewhere, of which the server keeps a copy. */
export function pictureAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (uploadedPicture(text)) return text
  const address = /^https:\/\/[^/]/i.test(text) ? plainAddress(text, ['https:']) : undefined
  return address && isPublicHost(new URL(address).hostname) ? address : undefined
}

/**
 * A name that anybody could reach. A number, or a name of a person's own network, would make us knock at what only we
 * can reach, or a visitor's browser at their router. The parser of addresses has turned every way to
 * write a number into dots or brackets by now.
 */
export const isPublicHost = (host: string): boolean =>
  /^([a-z\d_]([a-z\d_-]*[a-z\d_])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/.test(host) &&
  !/\.(local|localhost|localdomain|internal|intranet|lan|home|arpa)$/.test(host)

/** What a person means who types an address as one says it: 'example.org', 'mama@example.org'. */
export function meantLink(typed: string): string | undefined {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return linkAddress(`mailto:${text}`)
  if (!/^[a-z][a-z\d+.-]*:/i.test(text) && /^[^\s/@.]+\.[^\s@]+$/.test(text)) return linkAddress(`https://${text}`)
  return linkAddress(text)
}

/** As typed where that is plain, else as a browser reads it. Never with a name and a password in it. */
function plainAddress(text: string, protocols: string[]): string | undefined {
  const url = text.length <= longest ? URL.parse(text) : null
  if (!url || url.username || url.password || !protocols.includes(url.protocol)) return undefined
  const plain = /[\s\p{Cc}\p{Cf}"'<>\\`{}]/u.test(text) ? url.href : text.normalize('NFC')
  return plain.length <= longest && !/[\s\p{Cc}\p{Cf}<>"]/u.test(plain) ? plain : undefined
}
