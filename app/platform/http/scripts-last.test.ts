import { expect, test } from 'vitest'
import { scriptsLast } from './scripts-last.server.ts'

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
