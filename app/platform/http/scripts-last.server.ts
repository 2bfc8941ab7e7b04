import type { FilesFor } from './static.server.ts'

/**
 * Moves scripts behind visible content. The router requests its scripts before the style sheet and with the same
 * priority. The page can be read and used without them, so style sheet, typeface and the first picture come first.
 */
export function scriptsLast(html: string, files: FilesFor = { words: [] }): string {
  const end = html.indexOf('</head>')
  if (end < 0) return html
  const links: string[] = []
  const head = html.slice(0, end).replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    links.push(link.replace('<link ', '<link fetchpriority="low" '))
    return ''
  })
  const body = html.slice(end)
  const asleep = body.includes(' data-asleep="') && untilTouched(files, links, body)
  if (asleep) return head + asleep
  return body.includes(firstPicture) ? head + onceSeen(links, body) : head + links.join('') + body
}

/** True for a page that is hydrated in the browser; a still one is not. */
export const runs = (html: string) => html.includes('__reactRouterRouteModules')

/** True for a page that waits for a touch before it fetches its scripts. */
export const sleeps = (html: string) => html.includes('<script type="application/json" id="waking">')

/**
 * Makes a page that is not hydrated until touched load one small script, with a list of the files to fetch then. The list
 * is data, not a script: it needs neither a nonce nor a hash. See app/asleep.ts.
 */
function untilTouched({ asleep, words }: FilesFor, links: string[], body: string): string | undefined {
  const [whole, code = ''] = /<script[^>]*? type="module" async="">([\s\S]*?)<\/script>/.exec(body) ?? []
  const list = /^import "([^"]+)";/m.exec(code)?.[1]
  const entry = /^import\("([^"]+)"\);/m.exec(code)?.[1]
  const modules = new Map(
    [...code.matchAll(/^import \* as (\w+) from "([^"]+)";/gm)].map(([, name, file]) => [name, file!]),
  )
  const joined = new Map([...code.matchAll(/^const (\w+) = \{([^}]+)\};?/gm)].map(([, name, parts]) => [name, parts!]))
  const named = /__reactRouterRouteModules = \{([^}]+)\}/.exec(code)?.[1]
  if (!asleep || !whole || !list || !entry || !named) return undefined
  const routes = named.split(',').map((one) => {
    const [, id = '', name = ''] = /^"([^"]+)":(\w+)$/.exec(one) ?? []
    const parts = joined
      .get(name)
      ?.split(',')
      .map((part) => part.replace('...', '')) ?? [name]
    return [id, parts.map((part) => modules.get(part))]
  })
  const files = [...links.map((link) => /href="([^"]*)"/.exec(link)?.[1]), ...words]
  const waking = inScript({ list, routes: Object.fromEntries(routes), entry, files })
  return body
    .replace(whole, () => `<script type="application/json" id="waking">${waking}</script>`)
    .replace('</head>', `<script type="module" fetchpriority="low" src="${asleep}"></script></head>`)
}

/** Marks a page's main picture; a page without one is for working with, and gets its scripts at once. */
const firstPicture = ' fetchPriority="high"'

/**
 * Makes a page with a main picture load its scripts once that picture has arrived, or at a touch, or after three seconds:
 * on a slow line, 120 kB beside the picture would double the wait for it.
 */
function onceSeen(links: string[], body: string): string {
  const hrefs = links.map((link) => /href="([^"]*)"/.exec(link)?.[1])
  return body.replace(
    /(<script[^>]*?) type="module" async="">([\s\S]*?)<\/script>/,
    (whole, tag: string, code: string) => (code.includes('import') ? `${tag}>${starter(hrefs, code)}</script>` : whole),
  )
}

const starter = (hrefs: unknown, code: string) =>
  `((n,h,c)=>{let d=document,on=['pointerdown','keydown','focusin'],go=()=>{if(!h)return;for(let e of on)removeEventListener(e,go,true);for(let a of h){let l=d.createElement('link');l.rel='modulepreload';l.href=a;l.fetchPriority='low';d.head.append(l)}h=0;let s=d.createElement('script');s.type='module';s.nonce=n;s.textContent=c;d.head.append(s)};for(let e of on)addEventListener(e,go,true);let i=d.querySelector('img[fetchpriority=high]');if(!i||i.complete)go();else{i.onload=i.onerror=go;setTimeout(go,3000)}})(document.currentScript.nonce,${inScript(hrefs)},${inScript(code)})`

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
