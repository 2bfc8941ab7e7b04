import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { changesOf, type Place } from './mutations.ts'

// Applies a mutation while tests run: the file on the disk stays as it is.

/** Returns a file's text with the mutation. Throws for a mutation whose place is gone. */
export function withMutation(one: Place, file: string, text: string): string {
  const changes = changesOf(one).filter((change) => path.resolve(change.file) === path.resolve(file))
  for (const { is } of changes) if (text.split(is).length !== 2) throw new Error(`${file} says not once: ${is}`)
  return changes.reduce((changed, { is, becomes }) => changed.replace(is, () => becomes), text)
}

const fileOf = (id: string) => id.split('?')[0]!

/** Comes before all other plugins. */
export function mutationPlugin(one: Place): Plugin {
  const isMutated = (id: string) => changesOf(one).some(({ file }) => path.resolve(file) === fileOf(id))
  return {
    name: 'mutation',
    enforce: 'pre',
    // A cached file with a mutation would be a fault in the next run.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : null)),
    load: (id) => (isMutated(id) ? withMutation(one, fileOf(id), readFileSync(fileOf(id), 'utf8')) : undefined),
  }
}
