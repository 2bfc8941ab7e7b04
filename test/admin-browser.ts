import { sql } from 'kysely'
import { beforeAll, beforeEach } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { wordsOf } from './as-sent.ts'
import { signedIn, somePerson } from './make.ts'
import { plainBrowser } from './plain-browser.ts'

// Administrators at the pages of the back office, and an owner, in browsers without a script.

const all = ['admin', 'second', 'owner'] as const
type Who = (typeof all)[number] | 'nobody'

/** Opens the app for this file. Everybody has just shown who they are, and nobody tries too often. */
export function adminBrowser(db: Db) {
  const { get, send } = plainBrowser()
  const none = { id: '', email: '', password: '', cookie: '' }
  const people: Record<Who, typeof none> = { admin: none, second: none, owner: none, nobody: none }
  beforeAll(async () => {
    for (const who of all) {
      const person = await somePerson(db, { admin: who !== 'owner', fullName: `Wanjiru ${who}` })
      people[who] = { ...person, cookie: (await signedIn(person)).headers.get('cookie')! }
    }
  }, 60_000)
  beforeEach(async () => {
    await sql`delete from rate_limits`.execute(db)
    await sql`update sessions set confirmed_at = now()`.execute(db)
  })
  /** A page without its bars and menus. */
  async function main(path: string, who: Who = 'admin') {
    const { status, text } = await get(path, people[who])
    const html = /<main\b.*<\/main>/s.exec(text)?.[0] ?? text
    return { status, html, words: wordsOf(html) }
  }
  return {
    people,
    get,
    main,
    read: async (path: string, who: Who = 'admin') => (await main(path, who)).words,
    /** The row of a list that these words are in, or nothing. */
    async row(path: string, words: string, who: Who = 'admin') {
      const rows = (await main(path, who)).html.match(/<tr\b.*?<\/tr>/gs) ?? []
      return rows.map(wordsOf).find((row) => row.includes(words)) ?? ''
    },
    file: async (path: string) => (await get(path, people.admin)).text.trim().split('\r\n'),
    send: (path: string, fields: Record<string, string>, who: Who = 'admin') => send(path, fields, people[who]),
    /** Sends a form, from its page where its own address does not tell it; what is read where that leads. */
    async does(path: string, fields: Record<string, string> = {}, who: Who = 'admin', page?: string) {
      const { cookie } = people[who]
      const sent = await send(path, fields, { cookie, ...(page && { comesFrom: page }) })
      const { location, 'set-cookie': cookies = [] } = sent.headers
      if (!location) return sent.words
      const { pathname, search } = new URL(location, 'http://harambee.test')
      const all = [cookie, ...cookies.map((one) => one.split(';')[0]!)].filter(Boolean)
      return (await get(pathname + search, { cookie: all.join('; ') })).words
    },
    /** More than ten minutes ago. */
    stale: () => sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(db),
  }
}
