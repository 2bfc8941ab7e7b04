import http from 'node:http'
import { type Language, languageOf } from '../app/kit/languages.ts'

// What a browser sees that comes while the product is built: which step is under way. The page comes again by itself, at the
// address that was asked for. The steps after this one are shown by the product itself: see app/site/instead-of-page.tsx.

/** In seconds: how soon the page comes again. */
const again = 3

const words: Record<Language, { title: string; sentence: string; done: string; doing: string; later: string[] }> = {
  en: {
    title: 'Harambee is starting',
    sentence: 'The first start takes a minute or two. This page opens by itself when everything is ready.',
    done: 'Packages',
    doing: 'Product',
    later: ['Database', 'Example content'],
  },
  sw: {
    title: 'Harambee inaanza',
    sentence:
      'Kuanza mara ya kwanza huchukua dakika moja au mbili. Ukurasa huu utafunguka wenyewe kila kitu kikiwa tayari.',
    done: 'Vifurushi',
    doing: 'Programu',
    later: ['Hifadhidata', 'Maudhui ya mfano'],
  },
}

/** Makes the page, without a script and without a file. */
export function waitingPage(language: Language): string {
  const { title, sentence, done, doing, later } = words[language]
  const lines = [
    `<li>✓ ${done}</li>`,
    `<li aria-current="step">… ${doing}</li>`,
    ...later.map((one) => `<li>○ ${one}</li>`),
  ]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${again}"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.25rem}ol{list-style:none;padding:0}</style>
</head><body><main><h1>${title}</h1><p>${sentence}</p><ol>${lines.join('')}</ol></main></body></html>
`
}

export type Waiting = { stop(): Promise<void> }

/** Answers at the product's address until the product does. Where that address is taken, the product will say so. */
export function openWaiting(port: number, host: string): Promise<Waiting> {
  let told = 0
  const server = http.createServer(({ headers }, outgoing) => {
    told = Date.now()
    const isPage = headers.accept?.includes('text/html')
    const language = languageOf(headers.cookie, headers['accept-language'])
    outgoing.writeHead(503, {
      'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
      'cache-control': 'no-store',
      'retry-after': '5',
      connection: 'close',
    })
    outgoing.end(isPage ? waitingPage(language) : `${words[language].title}\n`)
  })
  /** A browser that was told a moment ago comes again only when the product answers. */
  async function stop() {
    while (told && Date.now() - told > 300 && Date.now() - told < (again + 1) * 1000)
      await new Promise((resolve) => setTimeout(resolve, 50))
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  }
  return new Promise((resolve) => {
    server.once('error', () => resolve({ stop: async () => {} }))
    server.listen(port, host, () => resolve({ stop }))
  })
}
