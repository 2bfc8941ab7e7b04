import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { capital, type Inviting, invitesTo, invitingOf, titleForm, whatIn } from '#app/invitations/occasions/invites.ts'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import type { Language } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import { briefDayThere, clockThere, dayThere } from '#app/kit/zones.ts'
import type { OccasionTold, ToldMessage } from './message.ts'

// Messages for phones: as one text, and as a WhatsApp message from the host's own phone.

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

/** Builds one text of at most 160 characters; undefined if the host's words don't fit. Names are shortened only if they must be. */
export function smsText(words: I18n, told: ToldMessage): string | undefined {
  const [first] = told.occasions
  if (told.kind === 'note' || told.kind === 'thanks' || told.kind === 'account' || !first)
    return wordsAsText(words, told)
  const { url } = told
  const at = momentIn(told.language, first.startsAt, first.zone)
  const place = brief(first.place, 20)
  const where = place ? `, ${place}` : ''
  const form = titleForm(first.kind, first.name)
  const textBy = (hosts: string) => (title: string) => {
    const what = whatIn(words, first.kind, title, form)
    return words._(sentenceOf(told, first, { hosts, what, at, where, url }))
  }
  const whole = textBy(inGsm7(told.hosts))(inGsm7(first.name))
  if (fits(whole)) return whole
  const text = textBy(brief(told.hosts, 24))
  // A long app address may leave no room for the title beside the name: then the title is used alone.
  if (fits(text('x'.repeat(12)))) return smsWith(first.name, text)
  return smsWith(first.name, (title) => words._(msg`${title}, ${at}. ${url} STOP ends texts`))
}

type Parts = { hosts: string; what: string; at: string; where: string; url: string }
function sentenceOf(told: ToldMessage, { zone, offerUntil }: OccasionTold, { hosts, what, at, where, url }: Parts) {
  if (told.kind === 'invitation') return invitations[invitingOf(told.hosts)](hosts, { what, at, url })
  const begin = capital(what)
  if (told.kind === 'change') return msg`${begin} is now on ${at}${where}. ${url} STOP ends texts`
  if (told.kind === 'cancelled') return msg`${begin}, ${at}, was cancelled. ${url} STOP ends texts`
  if (told.kind === 'offer') {
    const until = offerUntil ? momentIn(told.language, offerUntil, zone) : at
    return msg`A place is free: ${what}. Take it before ${until}: ${url} STOP ends texts`
  }
  if (told.silent) return msg`Please answer: ${what}, ${at}. ${url} STOP ends texts`
  return msg`Reminder: ${what}, ${at}${where}. ${url} STOP ends texts`
}

type Asked = Pick<Parts, 'what' | 'at' | 'url'>
const invitations: Record<Inviting, (hosts: string, asked: Asked) => Words> = {
  several: (hosts, { what, at, url }) =>
    msg({ message: `${hosts} invite you to ${what}, ${at}. Answer: ${url} STOP ends texts`, context: 'several' }),
  family: (hosts, { what, at, url }) =>
    msg({ message: `${hosts} invites you to ${what}, ${at}. Answer: ${url} STOP ends texts`, context: 'family' }),
  one: (hosts, { what, at, url }) =>
    msg({ message: `${hosts} invites you to ${what}, ${at}. Answer: ${url} STOP ends texts`, context: 'one' }),
}

/** Builds a text with the link to a guest's own page, for guests who answered on the shared link. */
export function ownLinkText(words: I18n, { hosts: by, title: of, url }: { hosts: string; title: string; url: string }) {
  const hosts = brief(by, 24)
  return smsWith(of, (title) => words._(msg`${hosts}: your page for ${title} is ${url} STOP ends texts`))
}

/** Builds a text of the host's words, and their occasion if there is room. Undefined if the words alone are too long. */
function wordsAsText(words: I18n, { hosts: by, title, words: own, url }: ToldMessage): string | undefined {
  const said = inGsm7(own)
  const aboutBy = (hosts: string) => (of: string) => words._(msg`${hosts}, ${of}: ${said} ${url} STOP ends texts`)
  const whole = aboutBy(inGsm7(by))(inGsm7(title))
  if (title && fits(whole)) return whole
  const hosts = brief(by, 24)
  const about = aboutBy(hosts)
  if (title && fits(about(brief(title, 12)))) return smsWith(title, about)
  const text = words._(msg`${hosts}: ${said} ${url} STOP ends texts`)
  return fits(text) ? text : undefined
}

/** Builds a message to send by hand: a few short paragraphs, the guest's own link last. */
export function handText(words: I18n, told: ToldMessage): string {
  const first = told.occasions[0]
  const lines = told.kind === 'thanks' ? [] : told.occasions.map((one) => occasionLines(told.language, one))
  const why = told.kind === 'cancelled' ? (first?.cancelledWhy ?? '') : ''
  return [openingIn(words, told), ...lines, why, told.words, words._(linkLine(told))].filter(Boolean).join('\n\n')
}

const occasionLines = (language: Language, { name, zone, startsAt, place, landmark }: OccasionTold) =>
  [name, `${dayThere(language, startsAt, zone)}, ${clockThere(language, startsAt, zone)}`, place, landmark]
    .filter(Boolean)
    .join('\n')

function openingIn(words: I18n, told: ToldMessage): string {
  const first = told.occasions[0]
  if (told.kind !== 'invitation' || !first) return words._(openingOf(told))
  return invitesTo(words, { kind: first.kind, hosts: told.hosts, title: first.name }, told.name)
}

function openingOf({ kind, name, hosts, what, silent }: ToldMessage) {
  if (kind === 'change') return msg`${name}, the time or place of ${what} has changed.`
  if (kind === 'cancelled') return msg`${name}, ${what} was cancelled.`
  if (kind === 'offer') return msg`${name}, a place is free for you.`
  if (kind === 'thanks') return msg`${name}, thank you from ${hosts}.`
  if (kind !== 'reminder') return msg`${name}, a word from ${hosts} about ${what}.`
  return silent
    ? msg`${name}, please tell ${hosts} if you come to ${what}.`
    : msg`${name}, a reminder from ${hosts}: ${what}.`
}

function linkLine({ kind, silent, url }: ToldMessage) {
  if (kind === 'invitation' || (kind === 'reminder' && silent)) return msg`Please answer here: ${url}`
  return msg`Your page: ${url}`
}
