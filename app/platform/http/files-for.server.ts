import { createContext, type RouterContextProvider } from 'react-router'
import { languageContext } from '#app/platform/request.server.ts'
import type { Files } from './static.server.ts'

/** The built files, for what is written into pages. While developing there are none. */
export const filesContext = createContext<Files>(new Map())

/** Built files that a page names by itself. */
export type FilesFor = {
  /** The script of a page that sleeps until it is touched. */
  asleep?: string | undefined
  /** The words of its language; English stands in the code. */
  words?: string | undefined
}

const known = new WeakMap<Files, Map<string, FilesFor>>()

export function filesFor(context: Readonly<RouterContextProvider>): FilesFor {
  const [files, language] = [context.get(filesContext), context.get(languageContext)]
  const all = known.get(files) ?? new Map<string, FilesFor>()
  known.set(files, all)
  const found = all.get(language) ?? findIn(files, language)
  all.set(language, found)
  return found
}

function findIn(files: Files, language: string): FilesFor {
  const find = (name: string) =>
    [...files.keys()].find((path) => path.startsWith(`/assets/${name}-`) && path.endsWith('.js'))
  return { asleep: find('asleep'), words: language === 'en' ? undefined : find(language) }
}
