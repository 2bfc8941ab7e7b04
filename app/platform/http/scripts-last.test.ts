import { expect, test } from 'vitest'
import { runs, scriptsLast, sleeps } from './scripts-last.server.ts'

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

const sleepy =
  '<head><link rel="modulepreload" href="/assets/a.js"/></head><body><p data-asleep="{}"></p><script nonce="n" type="module" async="">import "/assets/list.js";\nimport * as route0 from "/assets/root.js";\nimport * as route1_clientLoader from "/assets/page-1.js";\nimport * as route1_main from "/assets/page-2.js";\nconst route1 = {...route1_clientLoader,...route1_main};\n  \n  window.__reactRouterRouteModules = {"root":route0,"routes/page":route1};\n\nimport("/assets/entry.js");</script></body>'

test('a page that sleeps asks for one script, and is told as data what it has to fetch when it is touched', () => {
  const html = scriptsLast(sleepy, { asleep: '/assets/asleep-1.js', words: ['/assets/sw-1.js', '/assets/sw-2.js'] })
  expect(html).toContain('<script type="module" fetchpriority="low" src="/assets/asleep-1.js"></script></head>')
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).not.toContain('modulepreload')
  expect(JSON.parse(/<script type="application\/json" id="waking">(.*?)<\/script>/s.exec(html)![1]!)).toEqual({
    list: '/assets/list.js',
    routes: { root: ['/assets/root.js'], 'routes/page': ['/assets/page-1.js', '/assets/page-2.js'] },
    entry: '/assets/entry.js',
    files: ['/assets/a.js', '/assets/sw-1.js', '/assets/sw-2.js'],
  })
  expect([sleeps(html), sleeps(sleepy)]).toEqual([true, false])
  expect([runs(sleepy), runs('<head></head><script nonce="n">wear()</script>')]).toEqual([true, false])
})

test('a page is awake where its script for sleeping is missing, or the router writes what nobody has foreseen', () => {
  expect(sleeps(scriptsLast(sleepy))).toBe(false)
  const other = sleepy.replace('import("/assets/entry.js")', 'start("/assets/entry.js")')
  expect(sleeps(scriptsLast(other, { asleep: '/assets/asleep-1.js', words: [] }))).toBe(false)
  const awake = sleepy.replace(' data-asleep', ' data-other')
  expect(sleeps(scriptsLast(awake, { asleep: '/assets/asleep-1.js', words: [] }))).toBe(false)
})
