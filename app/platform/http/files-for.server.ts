import { createContext, type RouterContextProvider } from 'react-router'
import { saysVisitorsWords } from '#app/kit/visitors-pages.ts'
import { languageContext } from '#app/platform/request.server.ts'
import type { Files } from './static.server.ts'

/** The built files that pages refer to. Development has none. */
export const filesContext = createContext<Files>(new Map())

/** The built files that a page names by itself. */
export type FilesFor = {
  /** The script of a page that is not hydrated until it is touched. */
  asleep?: string | undefined
  /** The files with the words of the page's language; English is in the code. */
  words: string[]
}

const known = new WeakMap<Files, Map<string, FilesFor>>()

/** Finds the files for a page of these routes. */
export function filesFor(context: Readonly<RouterContextProvider>, routes: string[]): FilesFor {
  const [files, language] = [context.get(filesContext), context.get(languageContext)]
  const parts = routes.every(saysVisitorsWords) ? ['visitors'] : ['visitors', 'rest']
  const names = language === 'en' ? [] : parts.map((part) => `${language}-${part}`)
  const all = known.get(files) ?? new Map<string, FilesFor>()
  known.set(files, all)
  const found = all.get(names.join()) ?? findIn(files, names)
  all.set(names.join(), found)
  return found
}

function findIn(files: Files, words: string[]): FilesFor {
  const find = (name: string) =>
    [...files.keys()].find((path) => path.startsWith(`/assets/${name}-`) && path.endsWith('.js'))
  return { asleep: find('asleep'), words: words.flatMap((name) => find(name) ?? []) }
}
