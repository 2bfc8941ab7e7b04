import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { testDatabase } from '#test/database.ts'
import { effortOf, quickestOf } from '#test/effort.ts'
import { someDrive } from '#test/make.ts'
import { rowsOf } from '#test/owners-lists.ts'
import {
  commentCounts,
  commentLimits,
  commentsOf,
  commentsSeen,
  countComments,
  likeComment,
  likeLimits,
  postComment,
} from './comment.server.ts'
import { commentTexts } from './comment.ts'
import { commentForm, likeForm } from './comment-forms.ts'
import { commentsList } from './comments-list.server.ts'
import { suspicionOf } from './suspicion.ts'

const db = await testDatabase()
const say = (content: string, name = '') => commentForm.parse({ content, name })
const seen = async (driveId: string, visitor = 'me', before: string | null = null) =>
  commentsOf(db, driveId, { visitor, before })

describe('posting', () => {
  test('a comment is there at once, newest first, under the name given or as Anonymous Supporter [T126]', async () => {
    const { id, slug } = await someDrive(db)
    await postComment(db, slug, say('Pole sana.', '  Mama\nNjeri '), 'a')
    await postComment(db, slug, say('  Tuko pamoja!  '), 'b')
    const { comments, next } = await seen(id)
    expect(comments.map(({ name, content, likes, liked }) => [name, content, likes, liked])).toEqual([
      ['Anonymous Supporter', 'Tuko pamoja!', 0, false],
      ['Mama Njeri', 'Pole sana.', 0, false],
    ])
    expect([next, await countComments(db, id)]).toEqual([null, 2])
  })

  test('an empty one is refused, and one of more than a thousand characters [T187]', () => {
    const fault = (content: unknown) => commentForm.safeParse({ content }).error?.issues[0]?.message
    for (const content of ['', '  \n ', '\u200b', undefined, 7])
      expect(fault(content)).toBe(commentTexts.contentMissing.id)
    expect(fault('x'.repeat(1001))).toBe(commentTexts.contentLong.id)
    expect(commentForm.safeParse({ content: 'x', name: 'n'.repeat(101) }).success).toBe(false)
    expect(Object.keys(commentForm.parse({ content: 'x', likes: 9999, state: 'shown' })).sort()).toEqual([
      'content',
      'name',
    ])
  })
})

test('of one form sent ten times at once one comment is posted, and all are told the same', async () => {
  const { id, slug } = await someDrive(db)
  const typed = commentForm.parse({ content: 'Tuko pamoja', key: crypto.randomUUID() })
  const all = await Promise.all(Array.from({ length: 10 }, () => postComment(db, slug, typed, 'a')))
  expect(new Set(all.map((one) => one.id)).size).toBe(1)
  expect(new Set(all.map((one) => one.state))).toEqual(new Set(['shown']))
  expect(await rowsOf(commentsList, db, id)).toHaveLength(1)
  // A person who goes back and writes something else with the same form has written something else; so has another person.
  await postComment(db, slug, { ...typed, content: 'Na leo pia' }, 'a')
  await postComment(db, slug, typed, 'b')
  expect(await rowsOf(commentsList, db, id)).toHaveLength(3)
})

test('the person who wrote what waits sees it waiting; nobody else does', async () => {
  const { id, slug } = await someDrive(db)
  await postComment(db, slug, say('see www.win.com'), 'me')
  const mine = await commentsSeen(db, id, { visitor: 'me', before: null })
  expect([mine.comments, mine.waiting]).toMatchObject([[], [{ content: 'see www.win.com' }]])
  expect((await commentsSeen(db, id, { visitor: 'you', before: null })).waiting).toEqual([])
  expect((await commentsSeen(db, id, { visitor: 'me', before: '5x' })).cursor).toBeNull()
  expect(await commentCounts(db, id)).toEqual({ shown: 0, quarantined: 1, hidden: 0 })
})

describe('quarantine', () => {
  test('links, phone numbers and text that repeats itself look like spam [T391]', () => {
    const spam = {
      link: [
        'see https://x.example',
        'www.win',
        'go to loans.co.ke now',
        'bit.ly/abc',
        'win(dot)com',
        'pesa.xyz!',
        'ｗｗｗ.win',
      ],
      phone: ['call 0712 345 678', '+254712345678', '254-712-345-678', '(0712)345678', 'M-PESA ０７１２３４５６７８'],
      repeated: ['aaaaaaaaaaaa', 'buy buy buy buy buy buy buy buy buy buy'],
    }
    for (const [why, texts] of Object.entries(spam))
      for (const text of texts) expect([text, suspicionOf(text)]).toEqual([text, why])
  })

  test('kind words do not', () => {
    const kind = [
      'Pole sana. Tuko pamoja.',
      'I gave 1,000,000 on 2026-11-20 at 14:00',
      'Amen amen amen amen',
      '🙏🙏🙏🙏🙏🙏🙏🙏🙏🙏🙏🙏',
    ]
    for (const text of [
      ...kind,
      'Thanks.God bless',
      'He is sick.In Nairobi',
      'The end.Live long',
      'Room 254, bed 12',
      'Haaaaappy!',
      'e.g. like this...',
      '3.14 and 0.5',
    ])
      expect([text, suspicionOf(text)]).toEqual([text, undefined])
  })

  test('a text made to keep us busy is looked at in no time', async () => {
    const effort = await effortOf(() => {
      for (const part of ['ﷺ', 'a-', '0 ', '+1 (', 'a.', 'x ']) suspicionOf(part.repeat(1000))
    })
    expect(effort).toBeLessThan(500)
  })

  test('of the same words sent ten times at once by one visitor one is shown', async () => {
    const { id, slug } = await someDrive(db)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, at) => postComment(db, slug, say(`Hongera${'!'.repeat(at)}`), 'one')),
    )
    expect(all.filter(({ state }) => state === 'shown')).toHaveLength(1)
    expect(await countComments(db, id, 'quarantined')).toBe(9)
  })

  test('short blessings of many are all shown; a long text that many send is shown once', async () => {
    const { slug } = await someDrive(db)
    const post = async (text: string) => (await postComment(db, slug, say(text), crypto.randomUUID())).state
    expect([await post('Mungu awabariki'), await post('mungu awabariki!')]).toEqual(['shown', 'shown'])
    const long = 'Invest with us today and double your money within one week, guaranteed'
    expect([await post(long), await post(long.toUpperCase())]).toEqual(['shown', 'quarantined'])
  })
})

describe('likes', () => {
  test('of five hundred visitors at once count five hundred; of one visitor, one [T200]', async () => {
    const { id, slug } = await someDrive(db)
    const { id: comment } = await postComment(db, slug, say('Asanteni'), 'a')
    await Promise.all(Array.from({ length: 500 }, (_, at) => likeComment(db, slug, comment, `v${at}`)))
    await Promise.all(Array.from({ length: 50 }, () => likeComment(db, slug, comment, 'v7')))
    expect(await likeComment(db, slug, comment, 'v8')).toBe(500)
    expect((await seen(id, 'v7')).comments).toMatchObject([{ likes: 500, liked: true }])
    expect((await seen(id, 'nobody')).comments).toMatchObject([{ likes: 500, liked: false }])
    const rows = await db.selectFrom('comment_likes').select('visitor').where('comment_id', '=', comment).execute()
    expect(rows).toHaveLength(500)
  })

  test('are for comments that are shown below this drive', async () => {
    const [mine, other] = [await someDrive(db), await someDrive(db)]
    const { id } = await postComment(db, mine.slug, say('www.spam'), 'a')
    const { id: theirs } = await postComment(db, other.slug, say('Salamu'), 'a')
    for (const comment of [id, theirs, 999_999_999])
      await expect(likeComment(db, mine.slug, comment, 'v')).rejects.toMatchObject({ status: 404 })
    for (const comment of ['0', '-1', '1e9', '1.5', 'x', '', '9999999999999999'])
      expect([comment, likeForm.safeParse({ comment }).success]).toEqual([comment, false])
  })
})

test('a hundred thousand comments are read twenty at a time, each once, quickly [T217]', async () => {
  const { id } = await someDrive(db)
  await sql`
    insert into fund_drive_comments (fund_drive_id, content, visitor, fingerprint, state, suspicion)
    select ${id}, 'Comment ' || n, 'v', repeat('x', 43), case when n % 5 = 0 then 'quarantined' else 'shown' end, 'link'
    from generate_series(1, 100000) n`.execute(db)
  await sql`analyze fund_drive_comments`.execute(db)
  const first = await seen(id)
  const second = await seen(id, 'me', first.next)
  expect([first.comments.length, second.comments.length]).toEqual([20, 20])
  expect(new Set([...first.comments, ...second.comments].map((one) => one.id)).size).toBe(40)
  expect(first.comments[0]?.content).toBe('Comment 99999')
  for (const before of ['x', '-1', '1e9', '\0']) expect((await seen(id, 'me', before)).comments).toEqual(first.comments)
  expect(await quickestOf((at) => seen(id, 'me', String(first.comments[0]!.id - at * 5000)))).toBeLessThan(500)
})

test('a visitor’s network may post and like only so often', () => {
  expect([...commentLimits('a'), ...likeLimits('198.51.100.1', 1)].map(({ name, times }) => [name, times])).toEqual([
    ['comment', 300],
    ['like', 240],
    ['like-network', 960],
    ['like-comment', 60],
    ['like-comment-network', 300],
  ])
})

test('who takes another address and another name for each like gives a comment only so many', async () => {
  const tried = async (comment: number, addresses: string[]) => {
    let taken = 0
    for (const address of addresses)
      taken += await takeTry(likeLimits(address, comment)).then(
        () => 1,
        () => 0,
      )
    return taken
  }
  const many = (length: number, address: (nr: number) => string) => Array.from({ length }, (_, nr) => address(nr + 1))
  expect(
    await tried(
      71,
      many(70, (nr) => `2001:db8:7:1::${nr.toString(16)}`),
    ),
  ).toBe(60)
  expect(
    await tried(
      71,
      many(320, (nr) => `2001:db8:7:${(nr + 1).toString(16)}::1`),
    ),
  ).toBe(240)
  expect(await tried(71, ['2001:db8:8::1'])).toBe(1)
  expect(await tried(72, ['2001:db8:7:1::1'])).toBe(1)
})
