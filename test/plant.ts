import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { changesOf, type Place } from './planted.ts'

// Plants a mistake while tests run: the file on the disk stays as it is.

/** What a file says with the mistake in it. A mistake that has no place any more is one itself. */
export function withMistake(one: Place, file: string, text: string): string {
  const changes = changesOf(one).filter((change) => path.resolve(change.file) === path.resolve(file))
  for (const { is } of changes) if (text.split(is).length !== 2) throw new Error(`${file} says not once: ${is}`)
  return changes.reduce((changed, { is, becomes }) => changed.replace(is, () => becomes), text)
}

const fileOf = (id: string) => id.split('?')[0]!

/** Comes before all other plugins. */
export function plantMistake(one: Place): Plugin {
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
