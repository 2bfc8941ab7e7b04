import { globSync, readFileSync } from 'node:fs'
import type { Messages } from '@lingui/core'
import { expect, test } from 'vitest'
import { languages, localeOf } from '#app/kit/languages.ts'
import { catalogues } from './catalogues.server.ts'
import { messages as en } from './en.po'
import { messages as sw } from './sw.po'
import lingui from '../../lingui.config.ts'

type Message = Messages[string]
const tag = /<(\/?)(\d+)(\/?)>/g

/** Everything in a message that is not words: its values, counts and tags. */
function marksOf(message: Message, inCase = false): string[] {
  const tokens = typeof message === 'string' ? [message] : message
  const marks = tokens.flatMap((token) => {
    if (typeof token === 'string') return inCase && token === '#' ? ['#'] : (token.match(tag) ?? [])
    const [name, kind = '', cases] = token
    if (typeof cases !== 'object') return [`{${name} ${kind}}`]
    return Object.entries(cases as Record<string, number | Message>).map(
      ([key, words]) => `{${name} ${kind} ${key} ${typeof words === 'number' ? words : marksOf(words, true).join()}}`,
    )
  })
  return marks.sort()
}

/** What is not well-formed is read as one text, with its braces; and a tag closes what was opened last. */
function isReadable(message: Message): boolean {
  if (message.length === 1 && /[{}]/.test(String(message[0]))) return false
  const open: string[] = []
  for (const [, end, number, alone] of JSON.stringify(message).matchAll(tag)) {
    if (!end && !alone) open.push(number!)
    else if (end && open.pop() !== number) return false
  }
  return open.length === 0
}

test('another language is one file of words: every list of languages names those that have one [T379]', () => {
  const files = globSync('app/locales/*.po').map((file) => file.replace(/.*\/|\.po$/g, ''))
  expect(files.sort()).toEqual(Object.keys(languages).sort())
  expect(Object.keys(localeOf).sort()).toEqual(files)
  expect(Object.keys(catalogues).sort()).toEqual(files)
  // Those of the browser, and of the program that collects the words. English is in the code.
  const browsers = readFileSync('app/entry.client.tsx', 'utf8')
  for (const language of files.filter((one) => one !== 'en'))
    for (const part of ['visitors', 'rest']) expect(browsers).toContain(`import('#app/locales/${language}.po?${part}')`)
  expect(lingui.locales.toSorted()).toEqual(files)
})
test('every message has words in every language [T375]', () => {
  expect(Object.keys(sw).sort()).toEqual(Object.keys(en).sort())
})
test('every translation is well-formed', () => {
  expect(Object.values(sw).filter((message) => !isReadable(message))).toEqual([])
})
test('every translation has the values, plurals and tags of its English message', () => {
  const differ = Object.entries(sw).filter(([id, words]) => marksOf(words).join() !== marksOf(en[id] ?? []).join())
  expect(differ.map(([id, words]) => ({ message: en[id], words }))).toEqual([])
})

test('percent is written in one way: 5%', () => {
  const spaced = (messages: Messages) => Object.values(messages).filter((message) => / %/.test(words(message)))
  expect([...spaced(en), ...spaced(sw)]).toEqual([])
})

/** A message as it would be read, each value as a number. */
const words = (message: Message): string =>
  typeof message === 'string'
    ? message
    : message.map((part) => (typeof part === 'string' ? part : typeof part[2] === 'object' ? JSON.stringify(part) : '1')).join('')

test('Swahili says changisho for the drive and mchango for the gift', () => {
  const swahili = (english: string) =>
    Object.entries(en).flatMap(([id, message]) => (words(message) === english ? [words(sw[id] ?? '')] : []))
  for (const [english, said] of [
    ['Verified Fundraiser', 'Changisho lililothibitishwa'],
    ['Back to the fundraiser', 'Rudi kwenye changisho'],
    ['All fund drives', 'Machangisho yote'],
    ['All gifts', 'Michango yote'],
    ['campaigns', 'machangisho'],
    ['Donations still arrive. Nothing can be withdrawn for now.', 'Michango bado inaingia. Kwa sasa hakuna kinachoweza kutolewa.'],
    ['unity is power', 'umoja ni nguvu'],
    ['What one can’t lift, we lift together.', 'Asichokiweza mmoja, pamoja tunakiweza.'],
    ['Print', 'Chapisha'],
    ['Write to support', 'Wasiliana na wahudumu'],
    ['Book a Visit', 'Omba kumtembelea'],
    ['Anonymous Supporter', 'Mchangiaji (bila jina)'],
    ['Set it to active', 'Liwashe tena'],
    // A button, and what a file says of it afterwards.
    ['Let in anyway', 'Mruhusu hata hivyo'],
    ['Was let in anyway', 'Aliruhusiwa hata hivyo'],
    // A new code, not a new host.
    ['This code was used already, or its day is over. Ask the host for a new one.', 'Msimbo huu umeshatumika, au siku yake imepita. Mwombe mwenyeji msimbo mpya.'],
    ['You can post when the first occasion is over.', 'Unaweza kuchapisha shughuli ya kwanza ikiisha.'],
    ['Thank you. Your premium content is now accessible.', 'Asante. Mara za kutazamwa zimeongezwa.'],
  ])
    expect(swahili(english!), english).toEqual([said])
  const all = Object.values(sw).map(words)
  expect(all.length).toBeGreaterThan(2000)
  // One word for printing, and no other meaning for it at the beginning of a button.
  const printed = Object.entries(en).flatMap(([id, message]) => (/^Print\b/.test(words(message)) ? [words(sw[id] ?? '')] : []))
  expect(all.filter((message) => message.includes('Chapisha')).sort()).toEqual(printed.sort())
  // What belongs to the drive, in the class of mchango: its state, its page, its owner.
  const drive = /[Mm]chango (huu |wako )?(unaendelea|umesimamishwa|umekamilika|umefutwa|umeanzishwa|haupo|haukupatikana|uliothibitishwa)|[Mm]wenye mchango|[Mm]ichango yako|Panga ziara|[Pp]rinti|asiyetajwa|“unity is power”|[Ll]isizidi/
  expect(all.filter((message) => drive.test(message))).toEqual([])
})

test('a limit is said in one way in Swahili: not more than so many', () => {
  const limits = Object.entries(en).flatMap(([id, message]) => {
    const many = /^(Please use|Use) at most ([\d,]+) characters\.$/.exec(words(message))?.[2]
    return many ? [[many, words(sw[id] ?? '')] as const] : []
  })
  expect(limits.length).toBeGreaterThan(10)
  for (const [many, said] of limits) expect(said).toMatch(new RegExp(`^(Tafadhali tumia|Tumia) herufi zisizozidi ${many}\\.$`))
})
