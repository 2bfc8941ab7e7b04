import { expect, test } from 'vitest'
import { runsAtOnce, scriptsLast } from './scripts-last.server.ts'

test('the scripts of a page are asked for after its style sheet, and with less urgency', () => {
  const page =
    '<head><link rel="preload" href="/a.woff2"/><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/><link rel="stylesheet" href="/a.css"/></head><body><p>&lt;link rel="modulepreload"></p></body>'
  expect(scriptsLast(page)).toBe(
    '<head><link rel="preload" href="/a.woff2"/><link rel="stylesheet" href="/a.css"/><link fetchpriority="low" rel="modulepreload" href="/a.js"/><link fetchpriority="low" rel="modulepreload" href="/b.js"/></head><body><p>&lt;link rel="modulepreload"></p></body>',
  )
})

test('a text without a head stays as it is', () => {
  expect(scriptsLast('<p>Hello</p>')).toBe('<p>Hello</p>')
})

test('a page that begins with a picture asks for no script before it; what the script says stays the same', () => {
  const page =
    '<head><link rel="modulepreload" href="/a.js"/></head><body><img fetchPriority="high"/><script nonce="n" type="module" async="">import "/a.js";</script></body>'
  const html = scriptsLast(page)
  expect(html).not.toContain('<link fetchpriority')
  expect(html).not.toContain('type="module"')
  expect(html).toContain('(document.currentScript.nonce,["/a.js"],"import \\"/a.js\\";")</script>')
})

const touchable =
  '<html lang="en"><head><link rel="modulepreload" href="/assets/a.js"/></head><body><p data-facts="{}"></p><script nonce="n">wear()</script><script nonce="n" type="module" async="">import "/assets/list-1.js";\nimport * as route0 from "/assets/root.js";\n\nimport("/assets/entry.js");</script></body>'
const files = {
  script: '/assets/static-page-1.js',
  list: '/assets/list-1.js',
  words: ['/assets/sw-1.js'],
  visitors: true,
}

test('a static page loads one script; the router’s own, as it is, waits with the names of its files for a touch', () => {
  const html = scriptsLast(touchable, files)
  expect(html).toContain('<script type="module" fetchpriority="low" src="/assets/static-page-1.js"></script></head>')
  expect(html).toContain(
    '<script nonce="n" type="text/plain" id="react" data-files="/assets/a.js /assets/sw-1.js">import "/assets/list-1.js";\n',
  )
  expect(html).toContain('<script nonce="n">wear()</script>')
  expect([html.match(/<script/g)!.length, /modulepreload|type="module" async/.test(html)]).toEqual([3, false])
})

test('the page names the list of its version, and that it has visitors’ words only', () => {
  expect(scriptsLast(touchable, files)).toContain('<html lang="en" data-list="/assets/list-1.js" data-visitors="">')
  expect(scriptsLast(touchable, { words: [], visitors: false })).toContain('<html lang="en" data-list="">')
})

test('a page runs at once where the script of static pages is missing, or it has no facts for it', () => {
  const other = touchable.replace(' data-facts', ' data-other')
  const pages = [scriptsLast(touchable, files), scriptsLast(touchable), scriptsLast(other, files)]
  expect(pages.map(runsAtOnce)).toEqual([false, true, true])
  expect(runsAtOnce('<html data-static="" lang="en"><head></head>')).toBe(false)
})
