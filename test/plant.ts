import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { changesOf, type Planted } from './planted.ts'

// Plants a mistake while tests run: the file on the disk stays as it is.

const planted = () => {
  const said = process.env.PLANTED
  return said ? changesOf(JSON.parse(said) as Planted) : []
}

/** What a file says with the mistake in it. A mistake that has no place any more is one itself. */
export function withMistake(file: string, text: string): string {
  const mistake = planted().find((one) => path.resolve(one.file) === path.resolve(file))
  if (!mistake) return text
  if (text.split(mistake.is).length !== 2) throw new Error(`${mistake.file} says not once: ${mistake.is}`)
  return text.replace(mistake.is, () => mistake.becomes)
}

const fileOf = (id: string) => id.split('?')[0]!
const hasMistake = (id: string) => planted().some((one) => path.resolve(one.file) === fileOf(id))

/** Comes before all other plugins. */
export const plantMistake = (): Plugin => ({
  name: 'plant-a-mistake',
  enforce: 'pre',
  // What is kept of a file with a mistake in it would be the next run's mistake.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (hasMistake(id) ? false : null)),
  load: (id) => (hasMistake(id) ? withMistake(fileOf(id), readFileSync(fileOf(id), 'utf8')) : undefined),
})
