import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

// What axe has passed already. Where a page is made of the same parts as one that passed before, or a text looks the same as one
// that had contrast enough, `npm test` does not ask axe again. A walk that is run by name, and the night, always ask; each walk
// writes down what passed, beside its test.

type What = 'pages' | 'light' | 'dark'
const sets = () => ({ pages: new Set<string>(), light: new Set<string>(), dark: new Set<string>() })
/** What passed before, or in this run. */
const passed = sets()
/** What was met in this run, whether axe was asked or not. */
const met = sets()
const fileOf = (walk: string) => `e2e/${walk}.seen.json`

/** Each walk calls it first. */
export function recallSeen(walk: string): void {
  if (process.env.ONLY_CHANGED !== '1' || !existsSync(fileOf(walk))) return
  const kept = JSON.parse(readFileSync(fileOf(walk), 'utf8')) as Record<What, string[]>
  for (const what of ['pages', 'light', 'dark'] as const) for (const one of kept[what]) passed[what].add(one)
}

/** Each walk calls it last. A part of a walk, run by hand, writes nothing. */
export function keepSeen(walk: string): void {
  if (!process.env.VISITED) return
  const all = Object.fromEntries(Object.entries(met).map(([what, ones]) => [what, [...ones].sort()]))
  writeFileSync(fileOf(walk), `${JSON.stringify(all, null, 2)}\n`)
}

export const passedOf = (what: What) => [...passed[what]]
export function keepPassed(what: What, one: string): void {
  passed[what].add(one)
  met[what].add(one)
}

/** What axe finds on a page, unless it passed before as it is. */
export async function unlessSeen(page: Page, violations: () => Promise<string[]>): Promise<string[]> {
  const parts = await page.evaluate(partsOfPage)
  const hash = hashOf(`${axe.version} ${parts}`)
  const found = passed.pages.has(hash) ? [] : await violations()
  if (found.length === 0) keepPassed('pages', hash)
  return found
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/**
 * All that rules of axe read, but for contrast: elements, attributes, which text is there and seen, where references lead. Of
 * words, numbers, addresses and classes nothing; rows of a list that are alike count once. Runs in the page.
 */
export function partsOfPage(): string {
  const ignored =
    /^(class|style|src|srcset|sizes|d|points|nonce|integrity|crossorigin|media|as|data-.*|x\d?|y\d?|cx|cy|r)$/
  const ofWords =
    /^(alt|title|placeholder|value|label|summary|name|content|datetime|action|formaction|pattern)$|^aria-(label|description|valuetext|roledescription)$/
  const references =
    /^(for|form|list|headers|commandfor|popovertarget)$|^aria-(labelledby|describedby|controls|owns|details|errormessage|activedescendant)$/
  const alike = (value: string) => value.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/\d+/g, '0')
  const isThere = (id: string) => document.getElementById(id) !== null
  const attribute = ({ name, value }: Attr): string => {
    if (ignored.test(name)) return ''
    if (references.test(name))
      return ` ${name}=${value.split(/\s+/).map((id) => (isThere(id) ? alike(id) : 'nothing'))}`
    if (name === 'href') return value.startsWith('#') ? ` ${alike(value)}${isThere(value.slice(1))}` : ' href'
    if (ofWords.test(name)) return ` ${name}${value.trim() ? '' : ' empty'}`
    return ` ${name}=${alike(value)}`
  }
  const looks = (one: Element): string => {
    const { display, overflowX, overflowY, textDecorationLine, fontWeight, color } = getComputedStyle(one)
    const scrolls = /auto|scroll/.test(`${overflowX}${overflowY}`)
    const isWider = scrolls && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
    const isLink = one.matches('a') && display === 'inline'
    return `${isWider ? ' scrolls' : ''}${isLink ? ` ${textDecorationLine} ${fontWeight} ${color}` : ''}`
  }
  const partOf = (one: ChildNode): string => {
    if (one.nodeType === Node.TEXT_NODE) return one.textContent?.trim() ? 'text' : ''
    if (!(one instanceof Element) || one.matches('script, style, link')) return ''
    const isSeen = one.checkVisibility({ visibilityProperty: true })
    const attributes = [...one.attributes].map(attribute).sort().join('')
    const below = [...one.childNodes].map(partOf).filter((part, nr, all) => part && part !== all[nr - 1])
    return `<${one.localName}${attributes}${isSeen ? looks(one) : ' hidden'}>${below.join('')}</>`
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const doubled = ids.filter((id, nr) => ids.indexOf(id) !== nr)
  return `${partOf(document.documentElement)} ${new Set(doubled).size}`
}
