import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { Suspicion } from './comment.ts'

// Spam detection. A suspicious comment is never refused: it waits until the owner has looked at it.

const ends = 'com|net|org|info|biz|xyz|io|ly|gg|ru|cn|(?:co|or|ac|go|ne)\\.[a-z]{2}|ke|ug|tz|ng|gh|rw'
/** Endings that are also words of the language: an address only if a path follows. */
const words = 'me|top|site|online|shop|store|link|click|app|dev|live|club|us|uk|in|africa'
const link = new RegExp(
  String.raw`\b(?:https?|hxxps?|ftp|tg):\/\/|\bwww\.|(?<![\p{L}\d-])[\p{L}\d-]{2,}(?:\.|\s?[([]dot[)\]]\s?)(?:(?:${ends})(?![\p{L}\d])|(?:${words})\/)`,
  'iu',
)
/** A phone number begins as one that can be dialled; an amount or a date does not. */
const phone = /(?<![\d.,])(?:\+\d{1,3}|00[1-9]\d{0,2}|25[0-9]|0)[\s().-]*(?:\d[\s().-]{0,2}){8,11}(?![\d,])/
const oneLetterOver = /([\p{L}\p{N}])\1{9,}/iu

export function suspicionOf(content: string): Suspicion | undefined {
  // NFKC turns wide digits and fancy letters into plain ones.
  const plain = content.normalize('NFKC')
  const [hasLink, hasPhone] = [link.test(plain), phone.test(plain)]
  if (hasLink || hasPhone) return hasLink && hasPhone ? 'both' : hasLink ? 'link' : 'phone'
  return oneLetterOver.test(plain) || sameWordsOver(plain) ? 'repeated' : undefined
}

/** True for ten words or more of which a fifth at most are different. */
function sameWordsOver(text: string): boolean {
  const words = lettersOf(text).split(' ').filter(Boolean)
  return words.length >= 10 && new Set(words).size * 5 <= words.length
}

/** Returns a text without case, signs and extra spaces: equal for texts that say the same. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, ' ')
    .trim()

/** The length at which a text is never written twice by chance; 'Mungu awabariki' is. */
export const tellingLength = 40

/** Why a comment waits, for the person who decides. */
export const suspicionWords: Record<Suspicion, Words> = {
  link: msg`Contains a link`,
  phone: msg`Contains a phone number`,
  both: msg`Contains a link and a phone number`,
  repeated: msg`Repeats itself or an earlier comment`,
  reported: msg`A visitor reported it`,
}
