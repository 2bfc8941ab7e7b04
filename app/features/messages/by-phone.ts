import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import type { Language } from '#app/kit/languages.ts'
import { briefDayThere, clockThere, dayThere } from '#app/kit/zones.ts'
import type { OccasionTold, Told } from './told.ts'

// What a message says on a phone: as one text, and as what the host sends by WhatsApp from their own.

const brief = (text: string, most: number) => {
  const whole = inGsm7(text)
  return [...whole].length > most
    ? `${[...whole]
        .slice(0, most - 2)
        .join('')
        .trimEnd()}..`
    : whole
}
const momentIn = (language: Language, at: Date, zone: string) =>
  inGsm7(`${briefDayThere(language, at, zone)} ${clockThere(language, at, zone)}`)

/** One text of at most 160 signs; undefined where the host's words find no room in it. Names are shortened until it fits. */
export function smsText(words: I18n, told: Told): string | undefined {
  const [first] = told.occasions
  if (told.kind === 'note' || told.kind === 'thanks' || told.kind === 'account' || !first)
    return wordsAsText(words, told)
  const { url } = told
  const at = momentIn(told.language, first.startsAt, first.zone)
  const place = brief(first.place, 20)
  const where = place ? `, ${place}` : ''
  return smsWith(first.name, (title) => words._(sentenceOf(told, first, { title, at, where, url })))
}

type Parts = { title: string; at: string; where: string; url: string }
function sentenceOf(told: Told, { zone, offerUntil }: OccasionTold, { title, at, where, url }: Parts) {
  const hosts = brief(told.hosts, 24)
  if (told.kind === 'invitation') return msg`${hosts} invite you: ${title}, ${at}. Answer: ${url} STOP ends texts`
  if (told.kind === 'change') return msg`${title} is now on ${at}${where}. ${url} STOP ends texts`
  if (told.kind === 'cancelled') return msg`${title}, ${at}, was cancelled. ${url} STOP ends texts`
  if (told.kind === 'offer') {
    const until = offerUntil ? momentIn(told.language, offerUntil, zone) : at
    return msg`A place is free: ${title}. Take it before ${until}: ${url} STOP ends texts`
  }
  if (told.silent) return msg`Please answer: ${title}, ${at}. ${url} STOP ends texts`
  return msg`Reminder: ${title}, ${at}${where}. ${url} STOP ends texts`
}

/** The way to a guest's own page, for who answered on the shared link. */
export function ownLinkText(words: I18n, { hosts: by, title: of, url }: { hosts: string; title: string; url: string }) {
  const hosts = brief(by, 24)
  return smsWith(of, (title) => words._(msg`${hosts}: your page for ${title} is ${url} STOP ends texts`))
}

function wordsAsText(words: I18n, { hosts: by, words: own, url }: Told): string | undefined {
  const hosts = brief(by, 24)
  const said = inGsm7(own)
  const text = words._(msg`${hosts}: ${said} ${url} STOP ends texts`)
  return fits(text) ? text : undefined
}

/** What the host sends by hand: a few short paragraphs, the guest's own link last. */
export function handText(words: I18n, told: Told): string {
  const first = told.occasions[0]
  const lines = told.kind === 'thanks' ? [] : told.occasions.map((one) => occasionLines(told.language, one))
  const why = told.kind === 'cancelled' ? (first?.cancelledWhy ?? '') : ''
  return [words._(openingOf(told)), ...lines, why, told.words, words._(linkLine(told))].filter(Boolean).join('\n\n')
}

const occasionLines = (language: Language, { name, zone, startsAt, place, landmark }: OccasionTold) =>
  [name, `${dayThere(language, startsAt, zone)}, ${clockThere(language, startsAt, zone)}`, place, landmark]
    .filter(Boolean)
    .join('\n')

function openingOf({ kind, name, hosts, sad, silent }: Told) {
  if (kind === 'invitation')
    return sad ? msg`${name}, with sorrow ${hosts} invite you.` : msg`${name}, you are invited by ${hosts}.`
  if (kind === 'change') return msg`${name}, the time or place has changed.`
  if (kind === 'cancelled') return msg`${name}, this was cancelled.`
  if (kind === 'offer') return msg`${name}, a place is free for you.`
  if (kind === 'thanks') return msg`${name}, ${hosts} thank you.`
  if (kind !== 'reminder') return msg`${name}, a word from ${hosts}.`
  return silent ? msg`${name}, please tell ${hosts} if you come.` : msg`${name}, ${hosts} remind you.`
}

function linkLine({ kind, silent, url }: Told) {
  if (kind === 'invitation' || (kind === 'reminder' && silent)) return msg`Please answer here: ${url}`
  return msg`Your page: ${url}`
}
