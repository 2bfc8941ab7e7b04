import { itemNumber } from '#app/kit/pasted.ts'
import { moneyAmountsIn } from './list-amounts.ts'
import { leftOf } from './list-left.ts'
import { forEach } from './list-shares.ts'
import { headingOf, isCost, type Mark, sumKind } from './list-words.ts'

// One line that holds several gifts: 'Paid: Joy 500, Steve 1,000. Total 1,500', 'Wairimu, Wacera & Nyokabi 500 each'.

/** A gift of the line. `mark` is what the beginning of the line says of all of them. */
export type Part = { text: string; mark: Mark; isProse?: boolean }

const longestLine = 480
/** What has more signs between gifts is read as one line: each of its bits is looked at closely. */
const mostBits = 20
const betweenGifts = /([;,](?= ?\p{L})|[;,] (?=\D)|; ?| \/ (?=\p{L})|\.? (?=(?:total|jumla)\b)| (?:&|and|na|\+) )/iu
const betweenNames = /, ?(?:(?:&|and|na) )?| ?& ?| (?:and|na) /i
const title = /^(?:mama|baba|mrs?|ms|dr|rev|pst|pastor|hon|eng|prof|mzee|bi|bw)\.?$/i

/** The gifts of a line, each as a line of its own; the line itself where it is one. */
export function partsOf(text: string): Part[] {
  const whole = [{ text, mark: null }]
  if (text.length > longestLine || text.includes('|') || !/[;,&/]| and | na /i.test(text)) return whole
  const number = itemNumber.exec(text)?.[0] ?? ''
  const { said, mark } = behindHeading(text.slice(number.length))
  if (said.split(betweenGifts).length > 2 * mostBits) return whole
  const parts = giftsOf(said) ?? eachOf(said)
  if (parts) return parts.map((one, at) => ({ text: at === 0 ? number + one : one, mark }))
  return proseIn(said) ?? whole
}

/** 'Paid: Joy 500, Steve 1,000' */
function behindHeading(text: string): { said: string; mark: Mark } {
  const [all = '', words = ''] = /^[*_ ]{0,3}(\p{L}[\p{L} ]{2,60})[*_]{0,2}: ?/u.exec(text) ?? []
  const mark = headingOf(`${words}:`)?.heading ?? null
  return mark ? { said: text.slice(all.length), mark } : { said: text, mark }
}

/** Each with a name and one amount: 'pledged 5,000, paid 2,000' is one gift, and 'Shem & wife 1k + Priscilla 500' are two. */
function giftsOf(said: string): string[] | null {
  const gifts = ['']
  let isFull = false
  for (const [at, bit] of said.split(betweenGifts).entries()) {
    if (at % 2 === 0) isFull ||= moneyAmountsIn(bit).length > 0
    if (at % 2 === 1 && isFull) {
      gifts.push('')
      isFull = false
    } else gifts[gifts.length - 1] += bit
  }
  const all = gifts.map((one) => one.trim())
  return all.length > 1 && all.every(isGift) ? all : null
}

function isGift(text: string): boolean {
  const amounts = moneyAmountsIn(text)
  const [amount] = amounts
  if (amount === undefined || amounts.length > 1) return false
  if (sumKind(text)) return true
  const name = leftOf(`${text.slice(0, amount.index)} ${text.slice(amount.end)}`).text
  return /\p{L}{2}/u.test(name) && !forEach(text)
}

/** 'Wairimu, Wacera & Nyokabi 500 each - sent' */
function eachOf(said: string): string[] | null {
  const amounts = moneyAmountsIn(said)
  const [amount] = amounts
  if (amount === undefined || amounts.length > 1 || !forEach(said)) return null
  // '10,000 each - Kibet, Rotich'
  const behind = /^ ?(?:each|kila mmoja) ?[-:=]* ?(?=\p{L})/iu.exec(said.slice(amount.end))
  if (amount.index === 0 && behind) {
    const named = said.slice(amount.end + behind[0].length).split(betweenNames)
    return named.length > 1 ? named.map((one) => `${one.trim()} ${said.slice(0, amount.end)} each`) : null
  }
  const names = said.slice(0, amount.index).split(betweenNames)
  const areNames = names.length > 1 && names.every((one) => /\p{L}{2}/u.test(one) && !title.test(one.trim()))
  return areNames ? names.map((one) => `${one.trim()} ${said.slice(amount.index)}`) : null
}

const betweenSentences =
  /(?<=[\p{L}\d)]{2})(?<!\b(?:pst|rev|mrs?|eng|hon|prof|dr|fr|sr|bro|st|no))[.!?] (?=\p{Lu})|: (?=\p{Lu})|, (?=\D|\d{1,3},?\d* from)| (?:and|na) (?=\p{Lu})/iu
/** Banks and M-Pesa write sentences, too. */
const ofProvider = /\bref\b|\ba\/c\b|\bacc(?:oun)?t\b|\bbal(?:ance)?\b|m-?pesa|transaction|\bloan\b|pesalink|sent you/i

/** 'We have received 5,000 from Uncle Ben, and Rose sent 3,500. God bless you.' What is left of it is shown as it is. */
function proseIn(said: string): Part[] | null {
  if (said.length < 60 || ofProvider.test(said) || moneyAmountsIn(said).length < 2) return null
  const bits = said.split(betweenSentences).map((one) => one.trim())
  const isProse = true
  let mark: Mark = null
  const parts: Part[] = []
  const others: string[] = []
  for (const bit of bits) {
    if (bit.length <= 80 && isGift(bit) && !isCost.test(bit) && !isSum(bit))
      parts.push({ text: withoutBeginning(bit), mark, isProse })
    else {
      others.push(bit)
      // 'Received so far: Amina 500, Collo 200. Pending: Said 2,000'
      if (moneyAmountsIn(bit).length === 0) mark = headingOf(`${bit}:`)?.heading ?? mark
    }
  }
  if (parts.length < 2) return null
  const rest = others.join('. ')
  return moneyAmountsIn(rest).length > 0 ? [...parts, { text: rest, mark: null, isProse }] : parts
}

const isSum = (text: string): boolean => sumKind(text) !== undefined && !/ from /i.test(text)

/** 'So far we have received 5,000 from Uncle Ben' begins as a sum does. */
const withoutBeginning = (text: string): string => text.replace(/^.{0,40}?(received )(?=(?:.* )?from )/i, '$1')
