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

test('a page names the script of static pages, the list of routes and the words of its language; English is in the code', () => {
  const [script, list] = ['/assets/static-page-1.js', '/assets/manifest-1.js']
  const files = built('/assets/static-page-1.css', script, list, '/assets/sw-visitors-2.js', '/other/static-page-3.js')
  expect(asked(files, 'sw')).toEqual({ script, list, words: ['/assets/sw-visitors-2.js'], visitors: true })
  expect(asked(files, 'en')).toEqual({ script, list, words: [], visitors: true })
  // Another build has other names.
  expect(asked(built('/assets/sw-visitors-9.js'), 'sw')).toMatchObject({
    words: ['/assets/sw-visitors-9.js'],
    visitors: true,
  })
})

test('a page that is not for visitors names the rest of the words, too', () => {
  const files = built('/assets/sw-visitors-2.js', '/assets/sw-rest-3.js')
  const all = ['/assets/sw-visitors-2.js', '/assets/sw-rest-3.js']
  for (const page of ['people/sign-in/public/page', 'drives/drive/pages/dashboard', 'admin/layout'])
    expect(asked(files, 'sw', ['root', page])).toMatchObject({ words: all, visitors: false })
  expect(asked(files, 'sw')).toMatchObject({ words: all.slice(0, 1), visitors: true })
})

test('while developing there are no built files', () => {
  expect(asked(undefined, 'sw')).toEqual({ words: [], visitors: true })
})
