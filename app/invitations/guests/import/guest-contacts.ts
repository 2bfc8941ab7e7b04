import { countryOf, isKenyanMobile, phoneIn, phoneWhole } from '#app/kit/phone.ts'

// Finds the phone and the email address in a line of a list, and returns the line without them. A '|' stays in the phone's place.

const emails = /(?:mailto:)?([^\s<>,;:()|"'@]{1,64}@[^\s<>,;:()|"'@]{1,190}\.[a-z]{2,24})(?![\w@])/gi

export function emailIn(text: string): { email: string | null; rest: string } {
  const [found] = [...text.matchAll(emails)]
  return { email: found ? found[1]!.toLowerCase() : null, rest: text.replace(emails, ' | ') }
}

/** Digits as phone numbers are written: in groups, with spaces, dots, dashes or brackets between them. */
const runs = /(?:tel:|\bwa\.me\/)?\+?\(?\d(?:[ ().-]{0,3}\d){6,24}/gi
/** The beginning of a number whose end is missing: nobody comes with 07123 people, or brings as many shillings. */
const begun = /(?<![\p{L}\d.,/:-])0\d{4,5}(?![\d.,/:]|\p{L})/gu
/** Some digits of a number, and the others hidden. */
const hidden = /\+?\d[\d ]{1,8}(?:[*x\u2022] ?){2,}[\d ]{0,6}/gi

type Found = {
  phone: string | null
  /** Further numbers, as people read them. */
  others: string[]
  /** The line has many digits that form no number. */
  isBroken: boolean
  rest: string
}

export function phonesIn(text: string): Found {
  const found: string[] = []
  let isBroken = false
  const rest = text.replace(runs, (run) => {
    const read = numberIn(run)
    if (!read) {
      isBroken = true
      return ' | '
    }
    found.push(read.phone)
    return `${read.before} | ${read.after}`
  })
  const unhidden = [hidden, begun].reduce(
    (all, digits) =>
      all.replace(digits, () => {
        isBroken = true
        return ' | '
      }),
    rest,
  )
  const [phone = null, ...others] = new Set(found)
  return { phone, others: others.map(phoneWhole), isBroken, rest: unhidden }
}

/**
 * Finds the number in some groups of digits, which may begin with the line's own number or end with how many come. A
 * number written as it is dialled comes first: in 'Juma 10 0711 000 308' the 10 says how many come.
 */
function numberIn(run: string): Numbered | undefined {
  const groups = run.match(/\+?\d+/g)!
  // More groups than a number has digits are something else, and trying them all would take long.
  if (groups.length > 11) return undefined
  const read = isMore(groups) && numberIn(groups.slice(1).join(' '))
  if (read) return { ...read, before: groups[0]! }
  return firstNumber(groups, (first) => /^[+0]/.test(first)) ?? firstNumber(groups, () => true)
}

/** '+3 0700 111 222' is three more people: no country has that code. '+1' is a code, but no number after it begins with 0. */
const isMore = ([first = '', second = '']: string[]): boolean =>
  /^\+[2-689]$/.test(first) || (/^\+1?\d$/.test(first) && second.startsWith('0'))

type Numbered = { phone: string; before: string; after: string }

/** Returns the longest number that begins so. A number of a country that we don't know must begin with '+' or '00'. */
function firstNumber(groups: string[], begins: (first: string) => boolean): Numbered | undefined {
  for (let many = groups.length; many > 0; many--)
    for (let from = 0; from + many <= groups.length; from++) {
      const typed = groups.slice(from, from + many).join('')
      if (!begins(typed) || typed.length < 8 || typed.length > 20 || typed.includes('+', 1)) continue
      const phone = phoneIn(typed)
      if (phone && isWhole(phone) && (countryOf(phone) || /^(?:\+|00)/.test(groups[from]!)))
        return { phone, before: short(groups.slice(0, from)), after: short(groups.slice(from + many)) }
    }
  return undefined
}

/** Kenyan mobile numbers have nine digits; with eight, one was forgotten. */
const isWhole = (phone: string): boolean => !/^\+254[17]/.test(phone) || isKenyanMobile(phone)

/** One or two digits beside a number are how many come; other digits do not belong to the line's words. */
const short = (groups: string[]): string => (groups.length === 1 && /^\d{1,2}$/.test(groups[0]!) ? groups[0]! : '')
