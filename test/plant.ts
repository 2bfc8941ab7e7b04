import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { changesOf, type Planted } from './planted.ts'

// Plants a mistake while tests run: the file on the disk stays as it is.

/** What a file says with the mistake in it. A mistake that has no place any more is one itself. */
export function withMistake(one: Planted, file: string, text: string): string {
  const change = changesOf(one).find((change) => path.resolve(change.file) === path.resolve(file))
  if (!change) return text
  if (text.split(change.is).length !== 2) throw new Error(`${change.file} says not once: ${change.is}`)
  return text.replace(change.is, () => change.becomes)
}

const fileOf = (id: string) => id.split('?')[0]!

/** Comes before all other plugins. */
export function plantMistake(one: Planted): Plugin {
  const hasMistake = (id: string) => changesOf(one).some(({ file }) => path.resolve(file) === fileOf(id))
  return {
    name: 'plant-a-mistake',
    enforce: 'pre',
    // What is kept of a file with a mistake in it would be the next run's mistake.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (hasMistake(id) ? false : null)),
    load: (id) => (hasMistake(id) ? withMistake(one, fileOf(id), readFileSync(fileOf(id), 'utf8')) : undefined),
  }
}
