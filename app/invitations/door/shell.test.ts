import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { shellIn, shellPage, workerText } from './shell.server.ts'

const file = (text = '') => ({ plain: Buffer.from(text) })
const files = new Map([
  ['/assets/door/program-a1.js', file()],
  ['/assets/door/sw-b2.js', file()],
  ['/assets/door/service-worker-c3.js', file('listen()')],
  ['/assets/house-d4.css', file()],
  ['/assets/other-e5.js', file()],
])

test('the page of the door names its program and its style sheet, in the language of the reader, and nobody', () => {
  const page = shellPage(shellIn(files)!, wordsIn('sw'))
  expect(page).toContain('<html lang="sw">')
  expect(page).toContain('src="/assets/door/program-a1.js"')
  expect(page).toContain('href="/assets/house-d4.css"')
  // The words of another language are asked for with the program, not after it.
  expect(page).toMatch(/modulepreload"[^>]*sw-b2/)
  expect(shellPage(shellIn(files)!, wordsIn('en'))).not.toContain('sw-b2')
  // The content policy stays as it is: no script and no style stands in the page.
  expect(page).not.toMatch(/<script(?![^>]*src=)|<style|nonce/)
})

test('the page of a code begins with the words that the program shows, and waits for the button', () => {
  const [join, door] = [true, false].map((joins) => shellPage(shellIn(files)!, wordsIn('en'), joins))
  expect(join).toMatch(
    /<h1[^>]*>Let guests in with this phone<\/h1><p>You scan passes here, .*<p[^>]*>One moment\.\.\.</,
  )
  expect(door).toMatch(/<h1[^>]*>Door<\/h1><p[^>]*>One moment\.\.\.</)
})

test('the service worker keeps the files of the door alone, and another file makes it another version', () => {
  const text = workerText(shellIn(files)!, files)
  expect(text).toBe(
    'self.shell={"page":"/door","files":["/assets/door/program-a1.js","/assets/door/sw-b2.js","/assets/house-d4.css"]};\nlisten()',
  )
  const newer = new Map([...files, ['/assets/door/decode-f6.js', file()] as const])
  expect(workerText(shellIn(newer)!, newer)).not.toBe(text)
})

test('without built files there is no program', () => {
  expect(shellIn(new Map())).toBeUndefined()
})
