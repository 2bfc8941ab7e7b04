import { expect, test } from 'vitest'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { commentsList } from '#app/drives/comments/comments-list.server.ts'
import { ownDrive } from '#app/drives/drive/drive.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { action as decide } from '#app/drives/visits/pages/decide-visit.ts'
import { bookVisit } from '#app/drives/visits/visit.server.ts'
import { visitForm } from '#app/drives/visits/visit-forms.ts'
import { visitsList } from '#app/drives/visits/visits-list.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import { asking } from '#test/asking.ts'
import * as bad from '#test/bad-input.ts'
import * as places from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, sendTo } from '#test/form-actions.ts'
import { someDrive } from '#test/make.ts'
import { fileOf, rowsOf } from '#test/owners-lists.ts'
import { action as commentsActions } from './actions.ts'

const setState = actionAt(commentsActions, 'comments/state')

const db = await testDatabase()
const tomorrow = dayAt(new Date(Date.now() + 86_400_000))

/** A drive as the layout finds it for its owner. */
async function mine() {
  const { ownerId, slug } = await someDrive(db)
  return (await ownDrive(db, ownerId, slug))!
}
type Drive = Awaited<ReturnType<typeof mine>>
const send = (action: Parameters<typeof sendTo>[0], drive: Drive, fields: Record<string, string>) =>
  sendTo(action, fields, { set: (context) => context.set(driveContext, drive) })
const comment = (slug: string, content: string, name = '') =>
  postComment(db, slug, commentForm.parse({ content, name }), crypto.randomUUID())
const visit = (slug: string, typed: Record<string, string> = {}) => {
  const good = {
    name: 'Amina',
    email: 'amina@example.org',
    phone: '0712345678',
    date: tomorrow,
    time: '09:00',
    guests: '2',
  }
  return bookVisit(db, slug, visitForm.parse({ ...good, ...typed }), 'en')
}
async function file(page: string, drive: Drive, path: string, language: 'en' | 'sw' = 'en') {
  const { request, url, context } = asking({ path })
  context.set(driveContext, drive)
  context.set(languageContext, language)
  context.set(wordsContext, wordsIn(language))
  const answer = fileOf(page)({ request, url, context, params: {} })
  return { text: await answer.text(), headers: answer.headers }
}

test('an owner hides, shows and releases comments of this drive, and of no other', async () => {
  const [drive, other] = [await mine(), await mine()]
  const [one, theirs] = [await comment(drive.slug, 'www.win.com'), await comment(other.slug, 'Habari')]
  const change = async (id: string | number, state: string) =>
    (await send(setState, drive, { comment: String(id), state })).status
  expect([await change(one.id, 'shown'), await change(one.id, 'hidden'), await change(theirs.id, 'hidden')]).toEqual([
    200, 200, 404,
  ])
  for (const odd of places.badIds())
    expect([odd.slice(0, 30), [404, 422]]).toEqual([
      odd.slice(0, 30),
      expect.arrayContaining([await change(odd, 'hidden')]),
    ])
  for (const odd of ['quarantined', 'SHOWN', '', '__proto__']) expect(await change(one.id, odd)).toBe(422)
  await send(setState, drive, { ...bad.foreignFields, comment: String(one.id), state: 'hidden' })
  expect(await rowsOf(commentsList, db, drive.id)).toMatchObject([{ likes: 0, state: 'hidden' }])
  expect(await rowsOf(commentsList, db, other.id)).toMatchObject([{ state: 'shown' }])
})

test('an owner answers visits of this drive, and of no other; an answer to an older one is refused with words', async () => {
  const [drive, other] = [await mine(), await mine()]
  const [one, theirs] = [await visit(drive.slug), await visit(other.slug)]
  const answer = (id: string, status: string, sequence = '0') => send(decide, drive, { visit: id, status, sequence })
  expect((await answer(theirs.id, 'confirmed')).status).toBe(404)
  for (const odd of places.badIds())
    expect([odd.slice(0, 30), [404, 422]]).toEqual([
      odd.slice(0, 30),
      expect.arrayContaining([(await answer(odd, 'confirmed')).status]),
    ])
  expect((await answer(one.id, 'pending')).status).toBe(422)
  expect((await answer(one.id, 'confirmed')).answer?.says?.title).toBe('Visit confirmed')
  const late = await answer(one.id, 'cancelled')
  expect([late.status, late.answer?.says?.title]).toEqual([409, 'This visit was answered in another window.'])
  for (const odd of bad.badNumbers()) {
    await db.deleteFrom('rate_limits').execute()
    expect((await answer(one.id, 'confirmed', odd)).status).toBe(200)
  }
  expect(await rowsOf(visitsList, db, drive.id)).toMatchObject([{ status: 'confirmed', sequence: 1 }])
  expect(await rowsOf(visitsList, db, other.id)).toMatchObject([{ status: 'pending' }])
})

test('a visit is answered ten times an hour: a guest’s mailbox is not to be filled by a person who clicks to and fro', async () => {
  const drive = await mine()
  const { id } = await visit(drive.slug)
  const answers = []
  for (let nr = 0; nr < 11; nr++)
    answers.push(await send(decide, drive, { visit: id, status: nr % 2 ? 'cancelled' : 'confirmed' }))
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429])
  expect(await rowsOf(visitsList, db, drive.id)).toMatchObject([{ sequence: 10 }])
})

test('visits are taken along as the page shows them: narrowed, in the reader’s language, without formulas [T368]', async () => {
  const drive = await mine()
  const { id } = await visit(drive.slug, { name: '=cmd|x', message: 'Line\nbreak, "quoted"', guests: '5' })
  await visit(drive.slug, { name: 'Baraka' })
  await send(decide, drive, { visit: id, status: 'confirmed' })
  const { text, headers } = await file('rsvps', drive, '/rsvps.csv?status=confirmed')
  const [head, row = ''] = text.split('\r\n')
  expect(head).toBe('Guest,Email,Phone,Visit Date,Time,Guests,Status,RSVP Date,Message')
  expect(row).toContain(`'=cmd|x,amina@example.org,'+254712345678,${tomorrow},09:00,5+,Confirmed,`)
  expect(text).toContain('"Line\nbreak, ""quoted"""')
  expect(text).not.toContain('Baraka')
  expect(headers.get('content-disposition')).toContain(`${drive.slug}-rsvps.csv`)
  const all = await file('rsvps', drive, `/rsvps.csv?day=${tomorrow}`, 'sw')
  expect(all.text.trim().split('\r\n')).toHaveLength(3)
  for (const odd of [...bad.badDates(tomorrow), ...places.badIds()]) {
    const asked = encodeURIComponent(odd.toWellFormed())
    expect((await file('rsvps', drive, `/rsvps.csv?day=${asked}&status=${asked}`)).text).toContain('Guest')
  }
})

test('comments are taken along in the state that the page shows, however many they are [T369]', async () => {
  const drive = await mine()
  for (let nr = 0; nr < 3; nr++) await comment(drive.slug, `Salamu ${nr}`, '@SUM(1)')
  await comment(drive.slug, 'www.win.com')
  const shown = await file('comments', drive, '/comments.csv?state=shown')
  expect(shown.text.trim().split('\r\n')).toHaveLength(4)
  expect(shown.text).toContain("'@SUM(1),Salamu 2,0,Visible,")
  expect((await file('comments', drive, '/comments.csv?state=odd')).text).toContain('www.win.com')
})
