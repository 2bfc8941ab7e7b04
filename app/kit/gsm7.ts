// The limit of one SMS: 160 signs of the alphabet that all phones know. A single sign that it lacks would make the whole text three
// times as long, and three times as dear.

/** The signs of the alphabet (GSM 03.38), and those that count twice. */
const once = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const twice = new Set('\f^{}\\[~]|€')

const longestSms = 160

/** Counts the signs that a text takes; undefined when one of them is not in the alphabet. */
export function gsm7Length(text: string): number | undefined {
  let length = 0
  for (const sign of text) {
    if (twice.has(sign)) length += 2
    else if (once.has(sign)) length++
    else return undefined
  }
  return length
}

/** Spells typed text in signs of the alphabet: letters lose unknown marks, and signs without a likeness are left out. */
export function inGsm7(text: string): string {
  const known = [...text.normalize('NFC')].map((sign) => (gsm7Length(sign) === undefined ? likeness(sign) : sign))
  return known.join('').replace(/\s+/g, ' ').trim()
}

/** Signs that phones and word processors put in the place of plain ones. */
const plain: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '⁄': '/',
  '\t': ' ',
}

function likeness(sign: string): string {
  if (plain[sign] !== undefined) return plain[sign]
  if (/\s/.test(sign)) return ' '
  const parts = [...sign.normalize('NFKD')].map((part) => plain[part] ?? part)
  return parts.filter((part) => gsm7Length(part) !== undefined).join('')
}

/**
 * Shortens a typed name in a text, with two dots at its end, until the whole fits. The text around the name has to leave room for it:
 * else a programmer made a mistake.
 */
export function smsWith(name: string, text: (name: string) => string): string {
  const whole = inGsm7(name)
  let shown = whole
  for (let kept = [...whole].length; !fits(text(shown)); ) {
    if (--kept < 0) throw new Error('a text to a phone has no room for a name')
    shown = kept === 0 ? '' : `${[...whole].slice(0, kept).join('').trimEnd()}..`
  }
  return text(shown)
}

/** Checks that a text fits into one SMS. */
export const fits = (text: string): boolean => (gsm7Length(text) ?? Number.POSITIVE_INFINITY) <= longestSms
