import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { OccasionKind } from './occasion.ts'
import { type TitleForm, titleForm } from './title-form.ts'

// The sentence of an invitation, which names the kind of occasion: a title is often only the name of a person.

type Titled = (title: string) => Words

/** Titles that are the name of the person whose day it is. */
const ofName: Partial<Record<OccasionKind, Titled>> = {
  ruracio: (title) => msg`the ruracio of ${title}`,
  wedding: (title) => msg`the wedding of ${title}`,
  burial: (title) => msg`the burial of ${title}`,
  memorial: (title) => msg`the memorial of ${title}`,
  graduation: (title) => msg`the graduation of ${title}`,
}
/** Other titles that do not name the kind of occasion. */
const withKind: Record<Exclude<OccasionKind, 'other'>, Titled> = {
  fundraising: (title) => msg`the fundraising night “${title}”`,
  ruracio: (title) => msg`the ruracio “${title}”`,
  wedding: (title) => msg`the wedding “${title}”`,
  burial: (title) => msg`the burial “${title}”`,
  memorial: (title) => msg`the memorial “${title}”`,
  graduation: (title) => msg`the graduation “${title}”`,
  church: (title) => msg`the church day “${title}”`,
  chama: (title) => msg`the chama meeting “${title}”`,
  school: (title) => msg`the school event “${title}”`,
}

/** Returns the occasion for use in a sentence: 'the burial of Mama Agnes'. `form`: the whole title's, if only a part is used. */
export function whatIn(
  words: I18n,
  kind: OccasionKind,
  title: string,
  form: TitleForm = titleForm(kind, title),
): string {
  if (form === 'own' || kind === 'other') return title
  if (form === 'the') return words._(msg`the ${title}`)
  return words._(((form === 'name' && ofName[kind]) || withKind[kind])(title))
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a title for use on its own, such as in a calendar. A title that does not name the kind gets the kind in front. */
export function titleAlone(words: I18n, kind: OccasionKind, title: string): string {
  const form = titleForm(kind, title)
  return form === 'the' ? title : capital(whatIn(words, kind, title, form))
}

/** Returns the hosts' names for use within a sentence. */
export const hostsIn = (hosts: string): string =>
  hosts.replace(/^(The|Our|Familia|Wazazi|Watoto|Kamati)(?=\s)/, (word) => word.toLowerCase())

/** The hosts are several, one family, or anything else: English needs two forms of the verb here, Swahili three. */
export type Inviting = 'several' | 'family' | 'one'
export function invitingOf(hosts: string): Inviting {
  if (/^(the )?(families|parents|children|friends)\b|^(wazazi|watoto|marafiki)\b|\s(and|na)\s|&/i.test(hosts))
    return 'several'
  return /^(the )?familia\b|\bfamily\b/i.test(hosts) ? 'family' : 'one'
}

type Sentence = (hosts: string, what: string) => Words
const sentences: Record<'sorrow' | 'joy' | 'plain', Record<Inviting, Sentence>> = {
  sorrow: {
    several: (hosts, what) => msg({ message: `with sorrow ${hosts} invite you to ${what}.`, context: 'several' }),
    family: (hosts, what) => msg({ message: `with sorrow ${hosts} invites you to ${what}.`, context: 'family' }),
    one: (hosts, what) => msg({ message: `with sorrow ${hosts} invites you to ${what}.`, context: 'one' }),
  },
  joy: {
    several: (hosts, what) => msg({ message: `with joy ${hosts} invite you to ${what}.`, context: 'several' }),
    family: (hosts, what) => msg({ message: `with joy ${hosts} invites you to ${what}.`, context: 'family' }),
    one: (hosts, what) => msg({ message: `with joy ${hosts} invites you to ${what}.`, context: 'one' }),
  },
  plain: {
    several: (hosts, what) => msg({ message: `${hosts} invite you to ${what}.`, context: 'several' }),
    family: (hosts, what) => msg({ message: `${hosts} invites you to ${what}.`, context: 'family' }),
    one: (hosts, what) => msg({ message: `${hosts} invites you to ${what}.`, context: 'one' }),
  },
}
const moodOf = (kind: OccasionKind) => (kind === 'burial' ? 'sorrow' : kind === 'wedding' ? 'joy' : 'plain')

type Invites = { kind: OccasionKind; hosts: string; title: string }

/** Returns the complete sentence; after a guest's name it continues in lower case. */
export function invitesTo(words: I18n, { kind, hosts, title }: Invites, guest?: string): string {
  const sentence = sentences[moodOf(kind)][invitingOf(hosts)]
  const said = words._(sentence(hostsIn(hosts), whatIn(words, kind, title)))
  return guest === undefined ? capital(said) : `${guest}, ${said}`
}
