import { readFileSync } from 'node:fs'
import type { Ids } from '#app/platform/postgres/place.server.ts'

// As root the product has a user of its own for the decoder of pictures: a picture that takes the decoder over can then
// neither read the product's files nor stop its processes.

/** Whom the decoder may run as, the best first. The first one is for operators who make a user for it. */
const fitting = ['harambee-pictures', 'nobody', 'www-data', 'daemon']

/** The user for the decoder, out of the system's list; empty: as ourselves, who are not root or have nobody else. */
export function decoderUser(list = people(), asRoot = process.getuid?.() === 0): Ids {
  if (!asRoot) return {}
  const users = new Map(
    list.split('\n').map((line) => {
      const [name = '', , uid, gid] = line.split(':')
      return [name, { uid: Number(uid), gid: Number(gid) }]
    }),
  )
  // Without a user of its own our Postgres runs as nobody, and its data must not be the decoder's.
  if (!users.has('postgres')) users.delete('nobody')
  const one = fitting.flatMap((name) => users.get(name) ?? []).find(({ uid, gid }) => uid > 0 && gid > 0)
  return one ?? {}
}

function people(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}
