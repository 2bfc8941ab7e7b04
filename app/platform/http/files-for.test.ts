import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { languageContext } from '#app/platform/request.server.ts'
import { type Files, filesContext, filesFor } from './static.server.ts'

const built = (...paths: string[]) => new Map(paths.map((path) => [path, {}])) as unknown as Files
function asked(files: Files | undefined, language: 'en' | 'sw', routes = ['root', 'drives/public-page/pages/page']) {
  const context = new RouterContextProvider()
  if (files) context.set(filesContext, files)
  context.set(languageContext, language)
  return filesFor(context, routes)
}

test('a page names the script of its sleep and the words of its language; English stands in the code', () => {
  const files = built('/assets/asleep-1.css', '/assets/asleep-1.js', '/assets/sw-visitors-2.js', '/other/asleep-3.js')
  expect(asked(files, 'sw')).toEqual({ asleep: '/assets/asleep-1.js', words: ['/assets/sw-visitors-2.js'] })
  expect(asked(files, 'en')).toEqual({ asleep: '/assets/asleep-1.js', words: [] })
  // Another build has other names.
  expect(asked(built('/assets/sw-visitors-9.js'), 'sw')).toEqual({ words: ['/assets/sw-visitors-9.js'] })
})

test('a page that is not for visitors names the rest of the words, too', () => {
  const files = built('/assets/sw-visitors-2.js', '/assets/sw-rest-3.js')
  const all = ['/assets/sw-visitors-2.js', '/assets/sw-rest-3.js']
  for (const page of ['people/sign-in/public/page', 'drives/drive/pages/dashboard', 'admin/layout'])
    expect(asked(files, 'sw', ['root', page])).toEqual({ words: all })
  expect(asked(files, 'sw')).toEqual({ words: all.slice(0, 1) })
})

test('while developing there are no built files', () => {
  expect(asked(undefined, 'sw')).toEqual({ words: [] })
})
