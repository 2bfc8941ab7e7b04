import fs from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import routes from '#app/routes.ts'
import { isNight } from '#test/night.ts'
import { untilAlive } from './acts.ts'
import { keepPassed, passedOf, unlessSeen } from './seen.ts'
import { shot } from './shots.ts'
import { expectNoSidewaysScroll, houseOf, type Visitor, violationsOn, visitor, type Wishes } from './visitor.ts'

// Which addresses show a page, as app/routes.ts says it, for whom they are, and how a page is looked at.

const isPage = (file: string) => /\bexport default\b|\bas default\b/.test(fs.readFileSync(`app/${file}`, 'utf8'))
const addressesBelow = (all: RouteConfigEntry[], above: string): string[] =>
  all.flatMap(({ path, index, file, children = [] }) => {
    const address = [above, path].filter(Boolean).join('/')
    const own = (path || index) && isPage(file) ? [address] : []
    return [...own, ...addressesBelow(children, address)]
  })
/** As in app/routes.ts: `fundraiser/:slug`. */
export const pages = [...new Set(addressesBelow(await routes, ''))].sort()

const again = (page: string) => `the same screen as ${page}, with what was typed`
/** Pages that are not walked, and why. */
export const notWalked: Record<string, string> = {
  'auth/sign-in': again('auth'),
  'auth/sign-up': again('auth'),
  'fund-drive/:slug': 'the same screen as fundraiser/:slug',
  'h/:name': 'leads to a fund drive',
  'w/:way': 'leads to a withdrawal, or to the changes of who must agree',
  'i/:link/answer': again('i/:link'),
  'i/:link/word': again('i/:link'),
  'i/:link/forget': again('i/:link'),
  'i/:link/report': again('i/:link'),
  'invitation/:slug/answer': again('invitation/:slug'),
  'gathering/:slug/after/account': again('gathering/:slug/after'),
  'gathering/:slug/after/post': again('gathering/:slug/after'),
  'gathering/:slug/after/photos': again('gathering/:slug/after'),
  'admin/dashboard': 'the same screen as admin',
  'settings/first-password': 'of a person without a password: app/people/sign-in/public/phone.test.ts',
  'settings/phone/code': 'of a browser that asked for a code, with the form of auth/phone/code',
  'settings/email/code': 'of a browser that asked for a code, on the screen of settings/phone/code',
  'pay/:reference/second': 'of a gift that was paid twice: e2e/pay-by-phone.test.ts',
  'admin/disputes/debts/:drive': 'a decision like the others, about a drive that owes money',
  'admin/fund-drives/:slug/updates/:update/hide': 'a decision like the others, about an update',
  'admin/fund-drives/:slug/updates/:update/show': 'a decision like the others, about an update that is hidden',
  'admin/fund-drives/:slug/money/:payout/:receipt/hide': 'a decision like the others, about a receipt',
  'admin/fund-drives/:slug/money/:payout/:receipt/show': 'a decision like the others, about a receipt that is hidden',
  'beneficiary/:token': 'of the reader of our email or text: app/drives/beneficiary/beneficiary.test.ts',
  'follow/:token': 'of the reader of our email: app/drives/updates/followers.test.ts',
  'unfollow/:token': 'of the reader of our email: app/drives/updates/followers.test.ts',
  'admin/institutions/:institution/confirm': 'a decision like the others, about an institution',
  'admin/institutions/:institution/end': 'a decision like the others, about an institution',
  'admin/changes/:change': 'a decision like the others, about a change to which a treasurer objected',
  'admin/donations/:payment/refund-sent': 'a decision like the others, about a refund that waits for a hand',
  'admin/donations/:payment/refund-cancel': 'a decision like the others, about a refund that waits for a hand',
  'admin/donations/:payment/back-agree': 'a decision like the others, about a gift that was asked back',
  'admin/donations/:payment/back-refuse': 'a decision like the others, about a gift that was asked back',
  'receipt/:receipt/back/code': 'of a browser that asked for a code: app/money/donations/public/receipt-back.test.ts',
  'admin/donations/:payment/bank-details': 'a form of few fields, about a refund that waits for them',
}

/** For whom each page is. */
const persons = {
  office: /^admin\b/,
  host: /^(gathering|kumbukumbu)\b/,
  guest: /^(i|p|invitation)\//,
  owner: /^(fund-drive|dashboard|giving|profile|settings|auth\/confirmed)\b/,
  visitor: /^/,
}
type Person = keyof typeof persons
const personOf = (page: string) => (Object.keys(persons) as Person[]).find((one) => persons[one].test(page))

/** With its status, where it is not 200. */
type Place = string | [address: string, status: number]
/** By page: where it is looked at. */
export type Places = Record<string, Place[]>

/**
 * Every address at which this person's pages are looked at: where `places` says it, else where the page's own address leads with
 * the ids that it names.
 */
export function placesOf(person: Person, places: Places, idOf: (name: string, page: string) => unknown): Place[] {
  const strange = Object.keys(places).filter((page) => page in notWalked)
  if (strange.length > 0) throw new Error(`walked, and said not to be: ${strange.join(', ')}`)
  const filled = (page: string) =>
    `/${page.replace(/:(\w+)/g, (_, name) => {
      const id = idOf(name, page)
      if (!id) throw new Error(`no id for :${name} of ${page}: give it, or its addresses, in the test of the ${person}`)
      return String(id)
    })}`
  const own = pages.filter((page) => personOf(page) === person && !(page in notWalked))
  return [...new Set([...own, ...Object.keys(places)])].flatMap((page) => places[page] ?? [filled(page)])
}

type Look = Pick<Wishes, 'expectFaults'> & {
  language: 'en' | 'sw'
  /** Looked at with axe, and on a narrow screen: with its scripts. */
  axe: boolean
  /** Looked at with text twice as large: without scripts. */
  large: boolean
}
/**
 * Words are longest in Swahili, so there large text is looked at; labels and colours are in English. The rest of the combinations
 * is looked at by night.
 */
export const looks: { look: Look; name: string; timeout: number; tags?: string[] }[] = [
  { look: { language: 'en', axe: true, large: false }, name: 'in English', timeout: 900_000 },
  { look: { language: 'sw', axe: false, large: true }, name: 'in Swahili, with large text', timeout: 900_000 },
  {
    look: { language: 'en', axe: false, large: true },
    name: 'in English, with large text',
    timeout: 900_000,
    tags: ['night'],
  },
  { look: { language: 'sw', axe: true, large: false }, name: 'in Swahili', timeout: 900_000, tags: ['night'] },
]
export const wishesFor = ({ axe, large: _, ...look }: Look): Wishes => ({ ...look, width: 320, javaScript: axe })

/** Looks at each place on a narrow screen, in both themes, or with large text; gives all that is wrong. */
export async function walk({ page: own, context }: Visitor, places: Place[], look: Look): Promise<string[]> {
  const page = look.large ? await withLargeText({ ...wishesFor(look), url: houseOf(own) }) : own
  if (look.large) await page.context().addCookies(await context.cookies())
  const found: string[] = []
  for (const [nr, place] of places.entries()) {
    const [address, status] = typeof place === 'string' ? [place, 200] : place
    const wrong = (how: string, what: string[]) => found.push(...what.map((one) => `${address}, ${how}: ${one}`))
    const wide = (how: string) => (error: Error) => wrong(how, [error.message.slice(0, 600)])
    const answer = await page.goto(address)
    const is = [answer?.status(), new URL(page.url()).pathname, await page.locator('html').getAttribute('lang')]
    const expected = [status, new URL(address, page.url()).pathname, look.language]
    if (is.join() !== expected.join()) wrong('as it comes', [`it is ${is.join()}`])
    await expectNoSidewaysScroll(page).catch(wide(look.large ? 'with large text' : 'at 320 px'))
    // A public page is static, and brings its tab into sight once it is touched.
    if (look.axe && address.startsWith('/admin'))
      await expect
        .poll(() => page.evaluate(isTabInSight))
        .toBe(true)
        .catch(wide('its open tab'))
    if (look.axe) {
      await untilAlive(page)
      wrong('as it comes', await unlessSeen(page, () => violationsOn(page, 'but contrast')))
      wrong('color-contrast', await contrastOn(page, nr))
    }
    await shot(page, `${look.large ? 'large' : 'small'}-${nameOf(look, address)}`)
  }
  return found
}

/** Texts of too little contrast, in both themes. Each page comes in the theme in which the one before was left: a change makes the browser draw all of it. */
export async function contrastOn(page: Page, nr: number): Promise<string[]> {
  await page.evaluate(changeColoursAtOnce)
  const themes = nr % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  const found: string[] = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    const judge = () => page.evaluate(contrastFaults, isNight ? [] : passedOf(theme))
    const { faults, passing } = (await judge()) ?? (await page.evaluate(axe.source).then(judge))!
    for (const one of passing) keepPassed(theme, one)
    found.push(...faults.map((one) => `${theme}: ${one}`))
  }
  return found
}

/** The tab that is open, where the row of tabs is wider than the phone. Runs in the page. */
function isTabInSight(): boolean {
  return [...document.querySelectorAll('[role=tab][aria-selected=true]')].every((tab) => {
    const { left, right } = tab.getBoundingClientRect()
    return left >= 0 && right <= innerWidth
  })
}

/** Else axe judges colours on their way from one theme to the other. Runs in the page. */
function changeColoursAtOnce() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets = [sheet]
}

type Axe = {
  configure(how: object): void
  run(how: object): Promise<Record<'violations' | 'passes', { nodes: { target: unknown[]; element: Element }[] }[]>>
}

/**
 * By axe: of texts that look alike two are judged, and none where one passed before. Undefined where axe is needed and the page
 * lacks it. Runs in the page.
 */
async function contrastFaults(passed: string[]): Promise<{ faults: string[]; passing: string[] } | undefined> {
  const { axe } = window as unknown as { axe?: Axe }
  const short = (text: string) =>
    [...text].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 140_737_488_355_213, 7).toString(36)
  const isText = (one: Element) =>
    one.matches('input, select, textarea') ||
    [...one.childNodes].some((part) => part.nodeType === 3 && part.nodeValue?.trim())
  const grounds = new Map<Element, string | undefined>()
  /** Undefined where other elements may lie between it and what is painted behind it. */
  const groundOf = (one: Element): string | undefined => {
    if (grounds.has(one)) return grounds.get(one)
    const { position, opacity, filter, backgroundColor, backgroundImage } = getComputedStyle(one)
    const isPainted = backgroundImage === 'none' && !/rgba\(|\/|transparent/.test(backgroundColor)
    const above = isPainted || !one.parentElement ? '' : groundOf(one.parentElement)
    const isFree = above === undefined || (!isPainted && /absolute|fixed|sticky/.test(position))
    const ground = isFree ? undefined : [opacity, filter, backgroundColor, backgroundImage, above].join(' ')
    grounds.set(one, ground)
    return ground
  }
  const lookOf = (one: Element): string | undefined => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one)
    const ground = groundOf(one)
    return ground && short([color, fontSize, fontWeight, textShadow, ground].join(' '))
  }
  const texts = [...document.querySelectorAll('body *')].filter(
    (one) => isText(one) && one.checkVisibility({ visibilityProperty: true }),
  )
  const looks = Map.groupBy(texts, lookOf)
  const unknown = [...looks].filter(([look]) => !look || !passed.includes(look))
  const passing = new Set([...looks.keys()].filter((look) => look !== undefined && passed.includes(look)))
  if (!axe && unknown.length > 0) return
  const faults: string[] = []
  const judge = async (chosen: Element[]) => {
    if (chosen.length === 0) return
    for (const one of document.querySelectorAll('[data-judged]')) one.removeAttribute('data-judged')
    for (const one of chosen) one.setAttribute('data-judged', '')
    axe!.configure({ rules: [{ id: 'color-contrast', selector: '[data-judged]' }] })
    const types = { resultTypes: ['violations', 'passes'], elementRef: true }
    const { violations, passes } = await axe!.run({ runOnly: ['color-contrast'], ...types })
    for (const { nodes } of violations) faults.push(...nodes.map(({ target }) => target.join(' ')))
    for (const { element } of passes.flatMap(({ nodes }) => nodes)) passing.add(lookOf(element) ?? '')
  }
  await judge(unknown.flatMap(([look, alike]) => (look ? alike.slice(0, 2) : alike)))
  // Where axe could tell nothing of these two, it may of others.
  const untold = unknown.filter(([look]) => look && !passing.has(look)).flatMap(([, alike]) => alike.slice(2))
  if (faults.length === 0) await judge(untold)
  return { faults, passing: faults.length > 0 ? [] : [...passing].flatMap((look) => look || []) }
}

const nameOf = ({ language }: Look, address: string) => `${language}${address.replace(/\W+/g, '-').slice(0, 100)}`

/** A page where text is twice as large, by the browser's own setting: not all of a page follows where it changes later. */
async function withLargeText(wishes: Wishes): Promise<Page> {
  const { page, context } = await visitor({ ...wishes, width: 360, javaScript: false })
  const browser = await context.newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  return page
}
