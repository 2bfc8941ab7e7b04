import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { isNight } from '#test/night.ts'
import { agent, bare, twoWays } from '#test/two-ways.ts'
import { likeComment, postComment } from './drives/comments/comment.server.ts'
import { commentForm } from './drives/comments/comment-forms.ts'
import { nextVisitorCookie, visitorKey } from './platform/visitor.server.ts'

leavesSomethingBehind()

// Sixty visitors at once, at night, and twenty before a change lands, each with a language, an encoding and a story of their own: every byte that they get is what the
// product makes for them alone.

const db = await testDatabase()
let { at, slow, close } = {} as Awaited<ReturnType<typeof twoWays>>
beforeAll(async () => {
  ;({ at, slow, close } = await twoWays())
}, 240_000)
afterAll(() => close())

/** Twenty have every story with every encoding; sixty have each of these in every language. */
const many = isNight ? 60 : 20
type Visitor = { name: string; headers: Record<string, string> }
const languages = ['en', 'sw', 'fr, sw;q=0.8']
const encodings = ['gzip, deflate, br, zstd', 'br', 'gzip', 'identity']

const unpacked = ({ bytes, headers }: Answered): string => {
  const how = { br: zlib.brotliDecompressSync, zstd: zlib.zstdDecompressSync, gzip: zlib.gunzipSync }
  const encoding = headers['content-encoding'] as keyof typeof how | undefined
  return String(encoding ? how[encoding](bytes) : bytes)
}

const keyOf = (cookie: string) => visitorKey(new Request('http://x.test', { headers: { cookie } }), '')
const commentBy = (slug: string, name: string, content: string, visitor: string) =>
  postComment(db, slug, commentForm.parse({ name, content, key: crypto.randomUUID() }), visitor)

/** What is in no page but that of the visitor: a phone number in a comment that waits. */
const phoneOf = (nr: number) => `0712 3456${String(nr).padStart(2, '0')}`

async function visitors(slugs: string[], owners: { id: string; headers: Headers }[]): Promise<Visitor[]> {
  return Promise.all(
    Array.from({ length: many }, async (_, nr) => {
      const kind = ['new', 'known', 'liker', 'waiting', 'owner'][nr % 5]!
      const headers = {
        'user-agent': agent,
        'accept-language': languages[nr % languages.length]!,
        'accept-encoding': encodings[nr % encodings.length]!,
      }
      if (kind === 'new') return { name: `${kind} ${nr}`, headers }
      const cookie = nextVisitorCookie().split(';')[0]!
      const slug = slugs[nr % slugs.length]!
      if (kind === 'liker') {
        const { id } = await commentBy(slug, `Liked ${nr}`, `Pole ${nr}`, `another ${nr}`)
        await likeComment(db, slug, id, keyOf(cookie))
      }
      if (kind === 'waiting') await commentBy(slug, `Waits ${nr}`, `Call me: ${phoneOf(nr)}`, keyOf(cookie))
      const more = { owner: `; ${owners[nr % owners.length]!.headers.get('cookie')}`, known: '' }[kind] ?? '; acted=1'
      return { name: `${kind} ${nr}`, headers: { ...headers, cookie: `${cookie}${more}` } }
    }),
  )
}

test('what many visitors get at once is theirs, to the last byte', async () => {
  const owners = await Promise.all(
    [1, 2, 3].map(async (nr) => {
      const person = await somePerson(db, { fullName: `Owner Number ${nr}` })
      return { id: person.id, headers: (await signedIn(person)).headers }
    }),
  )
  const drives = await Promise.all(owners.map(({ id }) => someDrive(db, { ownerId: id })))
  for (const { id } of drives) await gift(db, id, 50_000, { donorName: 'Amina Yusuf' })
  const slugs = drives.map(({ slug }) => slug)
  const crowd = await visitors(slugs, owners)
  const pages = slugs.flatMap((slug) =>
    ['', '?tab=comments', '?tab=donations'].map((tab) => `/fundraiser/${slug}${tab}`),
  )
  const all = [...pages, '/', '/fundraiser/nothing-here', `/fundraiser/${slugs[0]}.data`]
  // A page that is one visitor's costs a hundred times as much: of these each asks for a few.
  const askedBy = ({ headers: { cookie } }: Visitor, nr: number) =>
    cookie?.includes(';')
      ? all.filter((path, at) => path.includes(slugs[nr % slugs.length]!) || at % 10 === nr % 10)
      : all

  /** What is made for each alone. New and known visitors are the same to the product. */
  const expected = new Map<string, string>()
  const nameOf = ({ name, headers }: Visitor, path: string) =>
    `${headers.cookie?.includes(';') ? name : headers['accept-language']} ${path}`
  for (const [nr, visitor] of crowd.entries())
    for (const path of askedBy(visitor, nr)) {
      const name = nameOf(visitor, path)
      if (expected.has(name)) continue
      expected.set(name, bare(unpacked(await slow.ask(path, { headers: visitor.headers }))))
    }

  let count = 0
  const wrong: string[] = []
  const seen = { same: 0, cookies: new Set<string>() }
  await Promise.all(
    crowd.map(async (visitor, nr) => {
      const { name, headers } = visitor
      const asked = askedBy(visitor, nr)
      count += asked.length
      // Each in an order of their own.
      for (const [step] of asked.entries()) {
        const path = asked[(step * 5 + nr) % asked.length]!
        const answer = await at.ask(path, { headers })
        const text = unpacked(answer)
        if (bare(text) !== expected.get(nameOf(visitor, path))) wrong.push(`${name} ${path}`)
        else seen.same++
        for (const cookie of answer.headers['set-cookie'] ?? []) {
          const last = /^harambee\.last=([^.;]*)\./.exec(cookie)?.[1]
          // This cookie names the person who is signed in, here with several browsers.
          if (last && name.startsWith('owner') && last === owners[nr % owners.length]!.id) continue
          if (seen.cookies.has(cookie)) wrong.push(`${name} ${path}: another one's cookie`)
          seen.cookies.add(cookie)
        }
        const others = crowd.flatMap((_, other) => (other === nr || !text.includes(phoneOf(other)) ? [] : [other]))
        if (!name.startsWith('owner') && others.length > 0) wrong.push(`${name} ${path}: the comments of ${others}`)
      }
    }),
  )
  expect(wrong).toEqual([])
  expect(seen.same).toBe(count)
  // A page that anybody may get sets none.
  expect(seen.cookies.size).toBe(0)
  // What is looked for is there: those who wait see their own.
  const waits = crowd.findIndex(({ name }) => name.startsWith('waiting'))
  const own = `/fundraiser/${slugs[waits % slugs.length]}?tab=comments`
  expect(expected.get(nameOf(crowd[waits]!, own))).toContain(phoneOf(waits))
}, 240_000)
