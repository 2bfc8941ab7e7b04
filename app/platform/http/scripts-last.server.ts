import type { FilesFor } from './static.server.ts'

/**
 * Moves scripts behind visible content. The router requests its scripts before the style sheet and with the same
 * priority. The page can be read and used without them, so style sheet, typeface and the first picture come first.
 */
export function scriptsLast(html: string, files: FilesFor = { words: [], visitors: false }): string {
  const end = html.indexOf('</head>')
  if (end < 0) return html
  const links: string[] = []
  const head = html.slice(0, end).replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    links.push(link.replace('<link ', '<link fetchpriority="low" '))
    return ''
  })
  const body = html.slice(end)
  const page = withPageMarks(head, files)
  const onTouch = body.includes(' data-facts="') && loadedOnTouch(files, links, body)
  if (onTouch) return page + onTouch
  return body.includes(firstPicture) ? page + onceSeen(links, body) : page + links.join('') + body
}

/** True for a page that needs the words of its language before a touch. */
export const runsAtOnce = (html: string) => !/ data-static="| id="react"/.test(html)

/** Tells the browser's code which files the page was made with: by them it knows a newer version, and which words it needs. */
const withPageMarks = (head: string, { list = '', visitors }: FilesFor) =>
  head.replace(/<html [^>]*/, (tag) => `${tag} data-list="${list}"${visitors ? ' data-visitors=""' : ''}`)

/**
 * Makes a static page load one small script. The router's own script stays inert until a touch: its type is none that browsers run, and
 * its files, of which the page's links for preloading have all, are named beside it. See app/static-page.ts.
 */
function loadedOnTouch({ script, words }: FilesFor, links: string[], body: string): string | undefined {
  if (!script || !routersScript.test(body)) return undefined
  const names = [...hrefsOf(links), ...words].join(' ')
  return body
    .replace(
      routersScript,
      (_, tag: string, code: string) => `${tag} type="text/plain" id="react" data-files="${names}">${code}`,
    )
    .replace('</head>', `<script type="module" fetchpriority="low" src="${script}"></script></head>`)
}

const hrefsOf = (links: string[]) => links.flatMap((link) => /href="([^"]*)"/.exec(link)?.[1] ?? [])

/** The script by which the router starts: it imports the entry and the modules of the page's routes. */
const routersScript = /(<script[^>]*?) type="module" async="">([^<]*?\bimport\b)/

/** Marks a page's main picture; a page without one is for working with, and gets its scripts at once. */
const firstPicture = ' fetchPriority="high"'

/**
 * Makes a page with a main picture load its scripts once that picture has arrived, or at a touch, or after three seconds:
 * on a slow line, 120 kB beside the picture would double the wait for it.
 */
function onceSeen(links: string[], body: string): string {
  const hrefs = hrefsOf(links)
  return body.replace(
    /(<script[^>]*?) type="module" async="">([\s\S]*?)<\/script>/,
    (whole, tag: string, code: string) => (code.includes('import') ? `${tag}>${starter(hrefs, code)}</script>` : whole),
  )
}

const starter = (hrefs: unknown, code: string) =>
  `((n,h,c)=>{let d=document,on=['pointerdown','keydown','focusin'],go=()=>{if(!h)return;for(let e of on)removeEventListener(e,go,true);for(let a of h){let l=d.createElement('link');l.rel='modulepreload';l.href=a;l.fetchPriority='low';d.head.append(l)}h=0;let s=d.createElement('script');s.type='module';s.nonce=n;s.textContent=c;d.head.append(s)};for(let e of on)addEventListener(e,go,true);let i=d.querySelector('img[fetchpriority=high]');if(!i||i.complete)go();else{i.onload=i.onerror=go;setTimeout(go,3000)}})(document.currentScript.nonce,${inScript(hrefs)},${inScript(code)})`

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
