import { pastedLine } from '#app/kit/pasted.ts'
import { emailIn, phonesIn } from './guest-contacts.ts'
import { guestNoteMax } from './invitation.ts'
import { groupsInBook, type NoGuest, nameInBook, type ReadGuest } from './read-guest.ts'

// Cards of an address book, vCard 2.1, 3 and 4, as phones export them. Pictures in them are skipped.

export const isCards = (text: string): boolean => /^\s*(?:\ufeff)?BEGIN:VCARD\s*$/im.test(text.slice(0, 4000))

const heavy = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY|X-[\w-]*PHOTO)\b/i

/** Returns the text without pictures and sounds, which are most of the file's size. */
export function withoutPictures(text: string): string {
  let isHeavy = false
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => {
      if (isHeavy && (/^[ \t]/.test(line) || !/^[\w.-]+[;:]/.test(line))) return false
      isHeavy = heavy.test(line)
      return !isHeavy
    })
    .join('\n')
}

type Property = { name: string; params: string; value: string }
type Card = { line: number; properties: Property[] }
type Read = { line: number; text: string; guest: ReadGuest | NoGuest }

export function guestsInCards(text: string, most: number): Read[] {
  const found: Card[] = []
  let open: Card | undefined
  for (const { line, at } of unfolded(withoutPictures(text))) {
    const property = propertyIn(line)
    if (property?.name === 'BEGIN') open = { line: at, properties: [] }
    else if (property?.name === 'END' && open) {
      if (found.push(open) === most) break
      open = undefined
    } else if (property && open && open.properties.length < 100) open.properties.push(property)
  }
  // A file that was cut within a card keeps that card as far as it goes.
  if (open && open.properties.length > 0 && found.length < most) found.push(open)
  return found.map(readCard)
}

/** Joins broken lines: the rest begins with a space or, in quoted-printable, the line ends with an equals sign. */
function* unfolded(text: string): Generator<{ line: string; at: number }> {
  let open: { line: string; at: number } | undefined
  for (const [at, line] of text.split('\n').entries()) {
    if (open && /^[ \t]/.test(line)) open.line += line.slice(1)
    else if (open?.line.endsWith('=') && /;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(open.line))
      open.line = open.line.slice(0, -1) + line
    else {
      if (open) yield open
      open = { line, at: at + 1 }
    }
  }
  if (open) yield open
}

function propertyIn(line: string): Property | undefined {
  const [, name, params = '', value] =
    /^(?:[\w-]+\.)?([A-Z][\w-]*)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/i.exec(line.slice(0, 5000)) ?? []
  if (!name) return undefined
  return { name: name.toUpperCase(), params: params.toUpperCase(), value: decoded(value!, params) }
}

/** Decodes quoted-printable and its character set. */
function decoded(value: string, params: string): string {
  if (!/;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(params)) return value
  const bytes = Buffer.from(
    value.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  const isLatin = /CHARSET="?(?:ISO-8859-1|WINDOWS-1252|US-ASCII)/i.test(params)
  return new TextDecoder(isLatin ? 'windows-1252' : 'utf-8').decode(bytes)
}

const plain = (text: string) => pastedLine(text.replace(/\\n/gi, ' ').replace(/\\([,;:\\])/g, '$1'), 1000)

function readCard({ line, properties }: Card): Read {
  const of = (name: string) => properties.filter((one) => one.name === name)
  const value = (name: string) => plain(of(name)[0]?.value ?? '')
  const [last = '', first = '', middle = ''] = (of('N')[0]?.value ?? '').split(/(?<!\\);/).map(plain)
  const { name, why } = nameInBook(value('FN') || [first, middle, last].filter(Boolean).join(' ') || value('ORG'))
  const phones = of('TEL').toSorted((one, other) => rank(other) - rank(one))
  const text = [name, ...phones.map((one) => plain(one.value))].filter(Boolean).join(', ').slice(0, 300)
  if (why) return { line, text, guest: why }
  const numbers = phones.map((one) =>
    phonesIn(`${plain(one.value)} / ${/WAID=(\d{8,15})/.exec(one.params)?.[1] ?? ''}`),
  )
  const known = numbers.filter(({ phone }) => phone !== null)
  if (known.length === 0 && phones.length > 0) return { line, text, guest: 'number' }
  const email = of('EMAIL').map((one) => emailIn(plain(one.value)).email)[0] ?? null
  const groups = groupsInBook(of('CATEGORIES').flatMap((one) => one.value.split(/(?<!\\),/).map(plain)))
  const others = distinct([...known.flatMap((one) => [one.phone!, ...one.others])]).slice(1)
  return {
    line,
    text,
    guest: {
      name,
      phone: known[0]?.phone ?? null,
      email,
      seats: null,
      groups,
      note: others.join(', ').slice(0, guestNoteMax),
    },
  }
}

const distinct = (texts: string[]) => [...new Set(texts)]

/** Ranks numbers: the owner's preferred one first, then mobile phones. */
const rank = ({ params }: Property): number =>
  (/\bPREF\b/.test(params) ? 2 : 0) + (/\bCELL\b|\bMOBILE\b|WAID/.test(params) ? 1 : 0)
