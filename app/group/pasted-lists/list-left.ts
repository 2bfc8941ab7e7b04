import { listDays, listMethodWords, listPaidWords, pledgeWords, willGive, wordsAround } from './list-words.ts'

// The rest of a line without the words about payment, from which the name is made. Such a word may be part of the name, too: 'Promise
// Wanjiru', 'Leo Otieno', 'Redeemed Gospel Church', 'Kamau via Mary'.

/** `isOdd` if a word may belong to the name, and `isMarkOdd` if that word is one about paying or promising. */
export type Left = { text: string; isOdd: boolean; isMarkOdd: boolean }

/** Words that are in no person's name. */
const plain =
  /^(?:\(p\)|kshs?|kes|paid|pd|sent|received|done|confirmed|cleared|cash|taslimu|m-?pesa|airtel(?: money)?|cheque|check|bal(?:ance)?|deni|arrears|deposit|pledge[ds]?|pending|bado|unpaid|from|by|on|kutoka(?: kwa)?|via|through|i|today|yesterday|jana|kesho|tomorrow|please|kindly|tafadhali|tu|only|pekee|each|tena|also|added|plus|remaining|[anwt][iua]?(?:me|ta)\p{L}+|i?mepokelewa|.* .*)$/iu

/** Placeholders of removed words: plain ones, others, those with a capital letter, and those that are also marks. */
const [ofPlain, ofOther, ofCapital, ofMark] = ['\ue002', '\ue003', '\ue004', '\ue005']
const between = /\p{L}{2}[^|]*[\ue002-\ue005][^|]*\p{L}{2}/u
const inFront = /[\ue003-\ue005][^|]*\p{L}{2}/u

export function leftOf(whole: string): Left {
  let text = whole.replace(/\(p\)/gi, ' ')
  for (const [words, isMark] of all) text = text.replace(words, (word, ...more) => signOf(word, more, isMark))
  const isCapital = (signs: RegExp) => signs.test(text) && /\p{L}{2}/u.test(text)
  return {
    text: text.replace(/[\ue002-\ue005]/g, ' '),
    isOdd: between.test(text) || inFront.test(text) || isCapital(/[\ue004\ue005]/),
    isMarkOdd: isCapital(/\ue005/),
  }
}

const all: readonly [RegExp, boolean][] = [
  [listMethodWords, false],
  [pledgeWords, true],
  [willGive, false],
  [listPaidWords, true],
  [wordsAround, false],
  [listDays, false],
]

/** Returns the placeholder of a word. A capitalised word before another word stays in the name. */
function signOf(word: string, more: unknown[], isMark: boolean): string {
  if (plain.test(word)) return ` ${ofPlain} `
  if (!/^\p{Lu}/u.test(word)) return ` ${ofOther} `
  const [at, text] = more.filter((one) => one !== undefined).slice(-2) as [number, string]
  const sign = isMark ? ofMark : ofCapital
  return /^ \p{L}{2}/u.test(text.slice(at + word.length)) ? `${word} ${sign} ` : ` ${sign} `
}
