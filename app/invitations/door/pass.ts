// A pass: a signed text in a QR code that says who it is for. Phones at the door and the server read it. It contains no name and no time: a
// wrong clock can't break it, and a finder learns nothing.

/** `tag`: the first two bytes of the occasion's id, by which a pass for another occasion is recognised. */
export type Pass = { tag: number; invitation: string; version: number; seats: number }
export type ReadPass = { pass: Pass; body: Uint8Array<ArrayBuffer>; signature: Uint8Array<ArrayBuffer> }

const format = 1
const bodyLength = 21
const wholeLength = bodyLength + 64
/** The length of 85 bytes at five bits a letter. */
const lettersLength = 136
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const opening = new TextEncoder().encode('harambee pass 1')

export const tagOf = (occasionId: string): number => Number.parseInt(occasionId.slice(0, 4), 16)

/** Encodes a pass, without its signature. */
export function bodyOfPass({ tag, invitation, version, seats }: Pass): Uint8Array<ArrayBuffer> {
  const hex = invitation.replaceAll('-', '')
  const id = Array.from({ length: 16 }, (_, nr) => Number.parseInt(hex.slice(2 * nr, 2 * nr + 2), 16))
  return new Uint8Array([format, tag >> 8, tag & 255, ...id, version, seats])
}

/** Returns the bytes to sign. The prefix keeps a signature for anything else from being valid for a pass. */
export const signedOf = (body: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array([...opening, ...body])

/** Builds the text in capitals, which a QR code holds in fewer squares: HTTPS://HOST/P/... */
export const passText = (origin: string, body: Uint8Array, signature: Uint8Array): string =>
  `${origin.toUpperCase()}/P/${base32([...body, ...signature])}`

/**
 * Reads a pass from a text that was scanned, typed or read by a hand-held scanner; undefined if it is no pass. Does not check the
 * signature. Any host's address may be before the pass: the signature tells whose it is.
 */
export function passIn(text: string): ReadPass | undefined {
  const letters = /^(?:https?:\/\/[^/\s]{1,100}\/p\/)?([a-z2-7]+)$/i.exec(text.trim().slice(0, 400))?.[1]?.toUpperCase()
  if (letters?.length !== lettersLength) return undefined
  const bytes = bytesOf(letters)
  if (bytes[0] !== format) return undefined
  const body = bytes.slice(0, bodyLength)
  const hex = Array.from(body.slice(3, 19), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const invitation = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const pass = { tag: (body[1]! << 8) | body[2]!, invitation, version: body[19]!, seats: body[20]! }
  return { pass, body, signature: bytes.slice(bodyLength) }
}

function base32(bytes: number[]): string {
  let [text, held, bits] = ['', 0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >> bits) & 31]
    }
    held &= 255
  }
  return text
}

function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(wholeLength)
  let [held, bits, at] = [0, 0, 0]
  for (const letter of letters) {
    held = ((held << 5) | alphabet.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 255
  }
  return bytes
}
