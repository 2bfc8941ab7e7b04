import { msg } from '@lingui/core/macro'
import { type Language, localeOf } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import type { DeviceType } from './report-view.ts'

// Limits and types of views, for server and browser. A view is a visitor's stay that costs the drive a credit.

/** Minutes in which a visitor who comes back costs nothing more. */
export const stayMinutes = 30
/**
 * How many stays of one network count each for itself in a day: no more than a third of what there was. Beyond that its
 * visitors count together, as one. See docs/develop/decisions/0019.
 */
export const ownStays = (remaining: number): number => Math.min(1000, Math.max(5, Math.floor(remaining / 2)))
/** The owner is warned when so many credits or fewer are left. */
const lowViews = 5
/** How many of the newest views the owner sees one by one. */
export const viewsShown = 50

/** The spans of days that the charts can show. */
export const spans = [7, 30, 90] as const
/** Returns the span that an address asks for; 30 days if it is invalid. */
export const spanOfViews = (asked: string | null): number => spans.find((span) => String(span) === asked) ?? 30

/** A visitor who looks at a drive. */
export type Looking = {
  /** The visitor's key. */
  visitor: string
  address: string
  userAgent: string
  /** The device that the visitor's browser reports; else it is read from the user agent. */
  deviceType?: DeviceType | undefined
  location?: string | undefined
  /** The source they came from; left out where nobody knows. */
  source?: ViewSource | undefined
  /** The account they are signed in with. */
  personId?: string | null | undefined
  isAdmin?: boolean | undefined
  /** True if our own page did not report the look: it is counted for the owner and costs nothing. */
  isUnproven?: boolean | undefined
}

/**
 * The outcome of a look: it cost a credit, belongs to a stay counted already, costs nothing (the owner, an
 * administrator, a crawler, or not reported by our own page), found no credit left, or no such drive exists.
 */
export type Tracked = 'counted' | 'again' | 'free' | 'blocked' | 'missing'

/** Returns how many credits are left, as a level. */
export const creditLevel = (remaining: number): 'plenty' | 'low' | 'exhausted' =>
  remaining <= 0 ? 'exhausted' : remaining <= lowViews ? 'low' : 'plenty'

/**
 * Returns the level to tell the owner of when this many views became that many: few left, or none. Each is reached once
 * until more views come.
 */
export function levelReached(before: number, after: number): 'low' | 'exhausted' | undefined {
  const level = creditLevel(after)
  return level === 'plenty' || level === creditLevel(before) ? undefined : level
}

export const viewTexts = { missing: msg`This fundraiser may not exist or is no longer active.` }

// The words for views, on pages and in files.

export const deviceWords: Record<DeviceType, Words> = {
  mobile: msg`Mobile`,
  tablet: msg`Tablet`,
  desktop: msg`Desktop`,
}
const unknownWords = msg`Unknown`

/** A place whose name is known, or the word for one that is not. */
export const viewPlaceWords = (place: string): string | Words => (place === 'Unknown' ? unknownWords : place)

/** Countries that people call otherwise than the tables of a browser do. */
const asCalled: Partial<Record<Language, Record<string, string>>> = { sw: { GB: 'Uingereza' } }

const made = new Map<Language, Intl.DisplayNames>()

/**
 * Names a place as people call it: of a country only the two letters are kept, and each reader reads its name in their
 * own language. Anything else is as it was told.
 */
export function placeOfView(language: Language, place: string): string {
  if (!/^[A-Z]{2}$/.test(place)) return place
  const usual = asCalled[language]?.[place]
  if (usual) return usual
  const names = made.get(language) ?? new Intl.DisplayNames([localeOf[language]], { type: 'region' })
  made.set(language, names)
  return names.of(place) ?? place
}

// The decision which visitors of one moment cost a drive a credit. No clock and no database: the caller passes what was found.

/** A visitor whose look may be counted. */
export type Looker = {
  /** The visitor's key. */
  visitor: string
  /** The shortened address of their network; '' when it tells no visitors apart. */
  network: string
}
export type FoundView = {
  /** Credits that are left. */
  remaining: number
  /** The keys whose stay is counted already: visitors, and networks that count as one. */
  staying: Set<string>
  /** Views that each network had in the last day. More than `ownStays` of what is left need not be counted. */
  ofNetworks: Map<string, number>
}
/** The outcome of a look, and the key that it is counted for. */
export type CountedView = { is: 'counted'; visitor: string } | { is: 'again' | 'blocked' }

/** The key of all visitors of a network that has used up its part of the credits. */
export const networkKey = (network: string) => `network ${network}`

/**
 * Counts the looks one by one, in the order in which they came, as if each had come alone: the same visitor twice pays
 * once, and the last credit is given once. A program that throws its cookie away, or calls itself another browser each
 * time, is a new visitor each time; so the limit of its network keeps it from shutting a drive.
 */
export function countView(looks: Looker[], found: FoundView): CountedView[] {
  const staying = new Set(found.staying)
  const ofNetworks = new Map(found.ofNetworks)
  let { remaining } = found
  return looks.map(({ visitor, network }): CountedView => {
    if (staying.has(visitor)) return { is: 'again' }
    if (remaining <= 0) return { is: 'blocked' }
    const before = ofNetworks.get(network) ?? 0
    const standsFor = network && before >= ownStays(remaining) ? networkKey(network) : visitor
    if (staying.has(standsFor)) return { is: 'again' }
    remaining--
    staying.add(standsFor)
    ofNetworks.set(network, before + 1)
    return { is: 'counted', visitor: standsFor }
  })
}

// The sources of visitors: a word of a short list. What it is read from is not kept.

const sources = ['whatsapp', 'facebook', 'x', 'instagram', 'email', 'qr', 'link', 'other', 'direct'] as const
export type ViewSource = (typeof sources)[number]

export const sourceWords: Record<ViewSource, Words | string> = {
  whatsapp: 'WhatsApp',
  facebook: 'Facebook',
  x: 'X',
  instagram: 'Instagram',
  email: msg`Email`,
  qr: msg`QR code or poster`,
  link: msg`Copied or shared link`,
  other: msg`Other websites`,
  direct: msg`Link opened directly`,
}

/** The hosts of each network's pages and apps, as browsers name them. */
const hosts: [ViewSource, RegExp][] = [
  ['whatsapp', /(^|\.)(whatsapp\.com|wa\.me)$|^com\.whatsapp/],
  ['facebook', /(^|\.)(facebook\.com|fb\.com|fb\.me|messenger\.com)$|^com\.facebook\./],
  ['x', /(^|\.)(x\.com|twitter\.com|t\.co)$|^com\.twitter\./],
  ['instagram', /(^|\.)instagram\.com$|^com\.instagram\./],
  [
    'email',
    /^(e?mail|outlook|webmail)\.|^com\.(google\.android\.gm|microsoft\.office\.outlook|yahoo\.mobile\.client\.android\.mail)$/,
  ],
]

type Came = {
  /** The mark of the link. */
  via: string | null
  /** The page that the browser came from; '' for none, undefined where nobody asked it. */
  from: string | undefined
  own: string
}

/** The marks that mean a source of another name. A link that was copied may come from anywhere. */
const marks: Record<string, ViewSource> = { poster: 'qr', copy: 'link', native: 'link' }

/**
 * The mark of a shared link comes first: apps often don't say where one came from. A network that says so knows more than
 * the mark of a link that was copied.
 */
export function sourceOf({ via, from, own }: Came): ViewSource | undefined {
  const mark = via?.toLowerCase() ?? ''
  const marked = Object.hasOwn(marks, mark) ? marks[mark] : sources.find((one) => one === mark)
  if (marked && marked !== 'link') return marked
  const host = from && hostOf(from)
  if (!host || host === hostOf(own)) return marked ?? (from === undefined ? undefined : 'direct')
  return hosts.find(([, names]) => names.test(host))?.[0] ?? 'other'
}

/** `android-app://com.whatsapp/` names an app; browsers don't read it as an address with a host. */
const hostOf = (address: string): string => /^[a-z-]+:\/\/([^/?#:]+)/i.exec(address)?.[1]?.toLowerCase() ?? ''
