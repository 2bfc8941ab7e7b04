import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { languages } from '#app/kit/languages.ts'
import { saysVisitorsWords } from '#app/kit/visitors-pages.ts'
import { ensureBuild } from './build.ts'

// The words of a language come to browsers in two files. What is in which is read here from the files as browsers get them.

type Route = { module: string; imports?: string[]; clientLoaderModule?: string; clientActionModule?: string }
type List = { entry: Route; routes: Record<string, Route> }

const folder = 'build/client/assets'
beforeAll(() => ensureBuild())

const textOf = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8')
function fileNamed(begin: string): string {
  const found = fs.readdirSync(folder).filter((file) => file.startsWith(`${begin}-`) && file.endsWith('.js'))
  expect(found, begin).toHaveLength(1)
  return found[0]!
}
/** Each file that a browser can come to from these. */
function reachedFrom(begins: string[]): string[] {
  const reached = new Set(begins)
  for (const file of reached)
    for (const [, next] of textOf(file).matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.js)["'`]/g)) reached.add(next!)
  return [...reached]
}
const listNamed = (name: string) => JSON.parse(/\{.*\}/s.exec(textOf(fileNamed(name)))![0]) as List
const modulesOf = ({ module, imports = [], clientLoaderModule, clientActionModule }: Route) =>
  [module, ...imports, clientLoaderModule, clientActionModule].flatMap((file) => (file ? [path.basename(file)] : []))
const idsIn = (files: string[]) =>
  new Set(files.flatMap((file) => [...textOf(file).matchAll(/\bid:\s*["'`]([\w-]{6})["'`]/g)].map(([, id]) => id!)))
async function wordsOf(language: string, part: string) {
  const { messages } = (await import(path.resolve(folder, fileNamed(`${language}-${part}`)))) as { messages: object }
  return Object.keys(messages).sort()
}

const translated = Object.keys(languages).filter((language) => language !== 'en')

test.each(translated)('visitors get each word that their pages can show, and no other: %s', async (language) => {
  const { entry, routes } = listNamed('visitors')
  const theirs = Object.entries(routes).flatMap(([id, route]) => (saysVisitorsWords(id) ? [route] : []))
  const files = reachedFrom([entry, ...theirs].flatMap(modulesOf))
  // The landing page, a drive's public page with what it opens, and what comes after paying.
  for (const one of ['give-dialog', 'comments-tab', 'gallery-tab', 'donations-tab', 'visit-dialog', 'share-ways'])
    expect(files).toContain(fileNamed(one))
  const [here, anywhere] = [idsIn(files), idsIn(fs.readdirSync(folder).filter((file) => file.endsWith('.js')))]
  const all = await messagesIn(language)
  const visitors = await wordsOf(language, 'visitors')
  expect(visitors).toEqual(all.filter((id) => here.has(id)).sort())
  const rest = new Set(await wordsOf(language, 'rest'))
  expect(all.filter((id) => anywhere.has(id) && !here.has(id) && !rest.has(id))).toEqual([])
  expect(visitors.filter((id) => rest.has(id))).toEqual([])
  // What only the server says does not come along.
  expect([visitors.length > 300, rest.size > visitors.length, rest.size + visitors.length < all.length]).toEqual([
    true,
    true,
    true,
  ])
})

const messagesIn = async (language: string) =>
  Object.keys(((await import(`../app/locales/${language}.po`)) as { messages: object }).messages)
