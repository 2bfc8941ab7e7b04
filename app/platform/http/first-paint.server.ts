// The first paint of a browser that has no file of ours. On slow 3G the style sheet and the typeface together delay it by more than a
// second. So the page brings the rules that it uses itself, and the style sheet follows behind the picture; the typeface follows that.

/** A rule, with the classes that each of its selectors needs; a group of rules; a property or an animation; or a statement. */
type Rule =
  | { is: 'rule'; text: string; needs: string[][] }
  | { is: 'group'; head: string; rules: Rule[] }
  | { is: 'named'; text: string; name: string }
  | { is: 'statement'; text: string }

const groups = /^@(media|supports|layer|container|starting-style)\b/
/** A page may lack what is named there. */
const nots = /(?<!\\):not\((?:[^()]|\([^()]*\))*\)/g
/** The states that a person brings about are not seen at first. */
const later = /:(hover|focus|active|disabled|focus-visible|focus-within|target)\b/

/** Parses a built style sheet. */
export function sheetRules(css: string): Rule[] {
  let at = 0
  const afterText = (from: number) => {
    const quote = css[from]
    let to = from + 1
    while (to < css.length && css[to] !== quote) to += css[to] === '\\' ? 2 : 1
    return to + 1
  }
  /** Moves to the next of these characters, over texts, comments and what is escaped. */
  const moveTo = (signs: string) => {
    while (at < css.length && !signs.includes(css[at]!)) {
      if (css[at] === '"' || css[at] === "'") at = afterText(at)
      else if (css.startsWith('/*', at)) at = css.indexOf('*/', at) + 2
      else at += css[at] === '\\' ? 2 : 1
    }
  }
  const bodyOf = () => {
    const from = at
    for (let depth = 1; depth > 0 && at < css.length; at++) {
      moveTo('{}')
      depth += css[at] === '{' ? 1 : -1
    }
    return css.slice(from, at - 1)
  }
  const block = (): Rule[] => {
    const rules: Rule[] = []
    while (at < css.length) {
      const from = at
      moveTo('{};')
      const head = css
        .slice(from, at)
        .replace(/\/\*.*?\*\//gs, '')
        .trim()
      const sign = css[at++]
      if (sign === '}') return rules
      if (sign === ';' && head) rules.push({ is: 'statement', text: `${head};` })
      else if (sign === '{' && groups.test(head)) rules.push({ is: 'group', head, rules: block() })
      else if (sign === '{') rules.push(...ruleOf(head, bodyOf()))
    }
    return rules
  }
  return block()
}

function ruleOf(head: string, body: string): Rule[] {
  const text = `${head}{${body}}`
  const [, name] = /^@(?:property|keyframes)\s+(\S+)/.exec(head) ?? []
  if (name) return [{ is: 'named', text, name }]
  // A typeface of ours is fetched when the style sheet is there; one of the device needs no file.
  if (head === '@font-face') return /url\(/.test(body) ? [] : [{ is: 'statement', text }]
  if (head.startsWith('@')) return []
  const selectors = head
    .split(/(?<!\\),(?![^(]*\))/)
    .map((selector) => selector.replace(nots, ''))
    .filter((selector) => !later.test(selector))
  return selectors.length > 0 ? [{ is: 'rule', text, needs: selectors.map(classesIn) }] : []
}

const classesIn = (selector: string) =>
  [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name!.replace(/\\(.)/g, '$1'))

function pick(rules: Rule[], has: (name: string) => boolean): string {
  return rules
    .map((rule) => {
      if (rule.is === 'statement') return rule.text
      if (rule.is === 'rule') return rule.needs.some((names) => names.every(has)) ? rule.text : ''
      if (rule.is === 'named' || /\bprint\b/.test(rule.head)) return ''
      const inner = pick(rule.rules, has)
      // The order in which layers are named is the order in which they count.
      if (!inner) return rule.head.startsWith('@layer') ? `${rule.head};` : ''
      return `${rule.head}{${inner}}`
    })
    .join('')
}

/** Returns the rules that a page uses. */
export function stylesOf(html: string, rules: Rule[]): string {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => plain(names!).split(/\s+/)))
  const used = pick(rules, (name) => classes.has(name))
  const words = new Set(used.match(/[\w-]+/g))
  const named = rules.flatMap((rule) => (rule.is === 'named' && words.has(rule.name) ? [rule.text] : []))
  return used + named.join('')
}

const entities: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" }
const plain = (text: string) => text.replace(/&(amp|gt|lt|quot|#x27);/g, (_, name: string) => entities[name]!)

/** Shows a style sheet when it is there: until then it counts for no medium, and delays nothing. */
const showSheets =
  "document.addEventListener('load',function(e){var l=e.target;if(l.media==='not all')l.media='all'},true)"

/**
 * Repeats a press on a button that needs the product's script, once React has taken over. Links and forms do what they say without it.
 * React has heard a press that comes while it takes over. After five seconds a press is forgotten: nobody expects it any more.
 */
const repeatPress =
  "(function(e){var b,t;addEventListener('click',function(v){var x=v.target.closest&&v.target.closest('button');if(x&&!('alive'in e.dataset)){b=x.matches('[type=button]:not([popovertarget])')?x:0;t=Date.now()}});new MutationObserver(function(m,o){if(!('alive'in e.dataset))return;o.disconnect();if(b&&Date.now()-t<5e3)b.click()}).observe(e,{attributes:true})})(document.documentElement)"

/** A drive's pictures come after its title, and are seen above it: the page is painted when both are there, so that nothing jumps. */
const untilTabs = '<link rel="expect" href="#tabs" blocking="render"/>'

/** Has a page painted before its style sheet is there. `rulesIn`: the rules of a built file. `atOnce`: React comes at once, behind the style sheet. */
export function paintedFirst(
  html: string,
  nonce: string,
  rulesIn: (file: string) => Rule[] | undefined,
  atOnce: boolean,
): string {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end)
  const sheets = head.match(/<link [^>]*rel="stylesheet"[^>]*>/g) ?? []
  const rules = sheets.map((sheet) => rulesIn(/href="([^"#]*)/.exec(sheet)?.[1] ?? ''))
  if (end < 0 || sheets.length === 0 || rules.includes(undefined)) return html
  const styles = stylesOf(html, rules.flat() as Rule[])
  const whole = html.includes(' id="tabs"') ? untilTabs : ''
  const waiting = sheets.reduce(
    (text, sheet) => text.replace(sheet, sheet.replace('<link ', '<link media="not all" ')),
    head,
  )
  const early = atOnce
    ? sheets.map((sheet) => sheet.replace('rel="stylesheet"', 'rel="preload" as="style"')).join('')
    : ''
  const script = atOnce ? `${showSheets};${repeatPress}` : showSheets
  return (
    waiting
      .replace(/<link [^>]*as="font"[^>]*>/g, '')
      .replace(
        '<link media',
        () => `${early}${whole}<style>${styles}</style><script nonce="${nonce}">${script}</script><link media`,
      ) + `<noscript>${sheets.join('')}</noscript>${html.slice(end)}`
  )
}
