import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { languageContext } from '#app/platform/request.server.ts'
import { filesContext, filesFor } from './files-for.server.ts'
import type { Files } from './static.server.ts'

const built = (...paths: string[]) => new Map(paths.map((path) => [path, {}])) as unknown as Files
function asked(files: Files | undefined, language: 'en' | 'sw') {
  const context = new RouterContextProvider()
  if (files) context.set(filesContext, files)
  context.set(languageContext, language)
  return filesFor(context)
}

test('a page names the script of its sleep and the words of its language; English stands in the code', () => {
  const files = built('/assets/asleep-1.css', '/assets/asleep-1.js', '/assets/sw-2.js', '/other/asleep-3.js')
  expect(asked(files, 'sw')).toEqual({ asleep: '/assets/asleep-1.js', words: '/assets/sw-2.js' })
  expect(asked(files, 'en')).toEqual({ asleep: '/assets/asleep-1.js', words: undefined })
  // Another build has other names.
  expect(asked(built('/assets/sw-9.js'), 'sw')).toEqual({ asleep: undefined, words: '/assets/sw-9.js' })
})

test('while developing there are no built files', () => {
  expect(asked(undefined, 'sw')).toEqual({ asleep: undefined, words: undefined })
})
