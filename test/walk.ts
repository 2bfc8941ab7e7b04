import { unescaped, wordsOf } from './as-sent.ts'
import type { From, Seen } from './plain-browser.ts'

// A person who walks through the app with a browser without a script. It keeps cookies, goes where an answer leads, and sends
// a form of the page that is open with all that is filled in there.

export type Fields = [name: string, value: string | File][]
/** What a person types over what a form has; null takes a tick away. */
type Typed = Record<string, string | File | null>
type Way = {
  get: (path: string, from: From) => Promise<Seen>
  send: (path: string, fields: Fields, from: From) => Promise<Seen>
}

export function walker({ get, send }: Way, from: From) {
  const jar = new Map<string, string>((from.cookie ?? '').split('; ').filter(Boolean).map(pairOf))
  let page: Seen
  let path = ''
  let left: { page: Seen; path: string } | undefined
  const around = (comesFrom?: string) => ({
    ...from,
    cookie: [...jar].map((pair) => pair.join('=')).join('; '),
    ...(comesFrom && { comesFrom }),
  })

  async function arrive(answered: Seen, at: string, comesFrom?: string): Promise<Seen> {
    for (const cookie of answered.headers['set-cookie'] ?? []) {
      const [name, value] = pairOf(cookie.split(';')[0]!)
      if (/max-age=0/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    path = at
    page = answered
    const to = answered.headers.location?.replace(/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?/, '')
    if (to?.startsWith('/')) return go(to, comesFrom)
    // Elsewhere, such as at a provider of payments, nobody is followed.
    if (to) path = to
    return page
  }
  const go = async (to: string, comesFrom?: string): Promise<Seen> =>
    arrive(await get(to, around(comesFrom)), to.replace(/#.*/, ''), comesFrom)
  const open = (to: string) => go(to)

  /** Presses the button with these words in the first form that has all that is typed, and is like the pattern. */
  async function press(words: string, typed: Typed = {}, like = /^/): Promise<Seen> {
    const forms = [...page.text.matchAll(/(<form\b[^>]*>).*?<\/form>/gs)].flatMap(([form, tag]) => {
      const isIts = (one: string) => read(one, 'form') !== undefined && read(one, 'form') === read(tag!, 'id')
      const button = firstWith(form, 'button', words) ?? firstWith(page.text, 'button', words, isIts)
      const fields = button && like.test(form) && filled(enabled(form), typed)
      return button && fields ? [{ tag: tag!, button, fields }] : []
    })
    if (!forms[0]) throw new Error(`no form has '${words}' and ${Object.keys(typed)}: ${page.words}`)
    const { tag, button, fields } = forms[0]
    left = { page, path }
    const name = read(button, 'name')
    if (name) fields.push([name, read(button, 'value') ?? ''])
    const to = read(button, 'formaction') ?? read(tag, 'action') ?? path
    if (read(tag, 'method')?.toLowerCase() === 'post') return arrive(await send(to, fields, around(path)), to, path)
    const asked = String(new URLSearchParams(fields as [string, string][]))
    return go(to.replace(/\?.*/, '') + (asked && `?${asked}`), path)
  }
  async function follow(words: string): Promise<Seen> {
    const link = firstWith(page.text, 'a', words)
    if (!link) throw new Error(`no link says '${words}': ${page.words}`)
    return go(read(link, 'href')!, path)
  }
  /** Goes back to the page whose form was sent last. */
  function back() {
    if (!left) throw new Error('no form was sent')
    ;({ page, path } = left)
  }
  return {
    open,
    press,
    follow,
    back,
    /** Cookies, by name. */
    jar,
    get path() {
      return path
    },
    get page() {
      return page
    },
  }
}

/** The tag of the first link or button that is called so. */
const firstWith = (html: string, name: 'a' | 'button', words: string, isMeant = (_: string) => true) =>
  [...html.matchAll(new RegExp(`(<${name}\\b[^>]*>)(.*?)</${name}>`, 'gs'))].find(
    ([, tag, inside]) => words === (read(tag!, 'aria-label') ?? wordsOf(inside!)) && isMeant(tag!),
  )?.[1]

const has = (tag: string, name: string) => new RegExp(`\\s${name}(?=[\\s>/=])`, 'i').test(tag.replace(/"[^"]*"/g, '""'))
const read = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

/** A form without what stands in a fieldset that is switched off. */
function enabled(form: string): string {
  const innermost = /(<fieldset\b[^>]*>)((?:(?!<fieldset\b).)*?)<\/fieldset>/gs
  const less = form.replace(innermost, (_, tag, inside) => (has(tag, 'disabled') ? '' : inside))
  return less === form ? form : enabled(less)
}

/** All that a browser sends of a form, with what is typed over it; nothing when the form has not all of these fields. */
function filled(form: string, typed: Typed): Fields | undefined {
  const fields: Fields = []
  const known = new Set<string>()
  const take = (tag: string, own: (typed: Typed[string] | undefined) => Typed[string] | undefined) => {
    const name = read(tag, 'name')
    if (!name || has(tag, 'disabled')) return
    known.add(name)
    const value = own(typed[name])
    if (typeof value === 'string' || value instanceof File) fields.push([name, value])
  }
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const type = read(tag, 'type')
    if (type === 'radio' || type === 'checkbox') {
      const value = read(tag, 'value') ?? 'on'
      take(tag, (over) => ((over === undefined ? has(tag, 'checked') : over === value) ? value : null))
    } else take(tag, (over) => over ?? (type === 'file' ? null : (read(tag, 'value') ?? '')))
  }
  for (const [, tag, text] of form.matchAll(/(<textarea\b[^>]*>)([^<]*)/g))
    take(tag!, (over) => over ?? unescaped(text!))
  for (const [, tag, inside] of form.matchAll(/(<select\b[^>]*>)(.*?)<\/select>/gs))
    take(tag!, (over) => {
      const options = [...inside!.matchAll(/(<option\b[^>]*>)([^<]*)/g)].map(([, option, text]) => ({
        isChosen: has(option!, 'selected'),
        words: unescaped(text!),
        value: read(option!, 'value') ?? unescaped(text!),
      }))
      const chosen = options.find((one) =>
        over === undefined ? one.isChosen : [one.value, one.words].includes(over as string),
      )
      if (over && !chosen) throw new Error(`'${over}' is no choice of ${tag}`)
      return (chosen ?? options[0])?.value
    })
  return Object.keys(typed).every((name) => known.has(name)) ? fields : undefined
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}
