import { describe, expect, test } from 'vitest'
import { commentsOf, postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { visitsList } from '#app/drives/visits/visits-list.server.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { dayAt } from '#app/kit/time.ts'
import * as bad from '#test/bad-input.ts'
import * as places from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, sendTo } from '#test/form-actions.ts'
import { someDrive } from '#test/make.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { action as publicPageActions } from './actions.ts'
import { action as bookVisit } from './book-visit.tsx'
import { action as comment } from './comment.tsx'

const like = actionAt(publicPageActions, 'like')

const db = await testDatabase()
const tomorrow = dayAt(new Date(Date.now() + 86_400_000))
const key = () => crypto.randomUUID() as string
const newest = async () => db.selectFrom('fund_drive_comments').selectAll().orderBy('id', 'desc').executeTakeFirst()
const visitOf = async (email: string) =>
  db.selectFrom('fund_drive_reservations').selectAll().where('email', '=', email).executeTakeFirst()

describe('a comment', () => {
  test('is thanked for; one that waits says so [T256]', async () => {
    const { slug } = await someDrive(db)
    const send = (content: string) => sendTo(comment, { content, key: key() }, { params: { slug } })
    expect((await send('Pole sana')).answer).toMatchObject({
      ok: true,
      says: { title: 'Comment posted!', text: 'Thank you for your encouraging words.' },
    })
    const { answer } = await send('Call me: 0712 345 678')
    expect(answer?.says).toMatchObject({ title: 'Comment posted!', text: 'It appears once the organiser approves it.' })
    expect((await newest())?.state).toBe('quarantined')
  })

  test('without a script it leads back to the comments; without a drive it says that it failed', async () => {
    const { slug } = await someDrive(db)
    const plain = await sendTo(comment, { content: 'Karibuni' }, { params: { slug }, byScript: false })
    expect([plain.status, plain.headers.get('location')]).toEqual([
      303,
      `/fundraiser/${slug}?tab=comments&commented=yes`,
    ])
    const lost = await sendTo(comment, { content: 'Kept' }, { params: { slug: 'no-such' }, byScript: false })
    expect([lost.status, lost.answer?.typed?.content]).toEqual([404, 'Kept'])
  })

  test('of any text is kept as it was meant, or refused at its field', async () => {
    const { id, slug } = await someDrive(db)
    for (const text of bad.badTexts()) {
      const { status, answer } = await sendTo(comment, { content: text, key: key() }, { params: { slug } })
      const clean = manyLines(text.replaceAll('\0', '').toWellFormed())
      const fits = clean !== '' && [...clean].length <= 1000
      expect([text.slice(0, 40), status, Object.keys(answer?.errors ?? {})]).toEqual([
        text.slice(0, 40),
        fits ? 200 : 422,
        fits ? [] : ['content'],
      ])
      if (fits) expect((await newest())?.content).toBe(clean)
    }
    const { comments } = await commentsOf(db, id, { visitor: 'me' })
    expect(comments.length).toBeGreaterThan(0)
  })

  test('carries any name, or is refused at it', async () => {
    const { slug } = await someDrive(db)
    for (const name of bad.badTexts()) {
      const { status } = await sendTo(comment, { name, content: `From ${key()}`, key: key() }, { params: { slug } })
      const clean = oneLine(name.replaceAll('\0', '').toWellFormed())
      expect([name.slice(0, 40), status]).toEqual([name.slice(0, 40), [...clean].length > 100 ? 422 : 200])
      if (status === 200) expect((await newest())?.name).toBe(clean || 'Anonymous Supporter')
    }
  })

  test('has no likes, state or drive but those the product gives it [T218]', async () => {
    const [{ id, slug }, other] = [await someDrive(db), await someDrive(db)]
    const fields = { ...bad.foreignFields, fund_drive_id: other.id, content: 'www.win.com', key: key() }
    await sendTo(comment, fields, { params: { slug } })
    expect(await newest()).toMatchObject({ fund_drive_id: id, likes: 0, state: 'quarantined', suspicion: 'link' })
  })
})

describe('a like', () => {
  test('is counted once, and only for a comment of this drive', async () => {
    const [{ id, slug }, other] = [await someDrive(db), await someDrive(db)]
    const posted = await postComment(db, slug, commentForm.parse({ content: 'Asante' }), 'a')
    const send = (comment: string, to = slug) =>
      sendTo(like, { comment, likes: '9999' }, { params: { slug: to }, address: '10.9.9.9' })
    expect([await send(String(posted.id)), await send(String(posted.id))].map(({ answer }) => answer?.gave)).toEqual([
      { likes: 1 },
      { likes: 1 },
    ])
    expect((await send(String(posted.id), other.slug)).status).toBe(404)
    for (const odd of places.badIds())
      expect([odd.slice(0, 40), [404, 422]]).toEqual([
        odd.slice(0, 40),
        expect.arrayContaining([(await send(odd)).status]),
      ])
    for (const odd of places.badIds()) expect((await send(String(posted.id), odd)).status).toBe(404)
    expect((await commentsOf(db, id, { visitor: 'x' })).comments).toMatchObject([{ likes: 1 }])
  })

  test('without a script leads back to its comment', async () => {
    const { slug } = await someDrive(db)
    const { id } = await postComment(db, slug, commentForm.parse({ content: 'Hongera' }), 'a')
    const go = async (comments: string) =>
      (await sendTo(like, { comment: String(id), comments }, { params: { slug }, byScript: false })).headers.get(
        'location',
      )
    expect(await go('77')).toBe(`/fundraiser/${slug}?tab=comments&comments=77#comment-${id}`)
    expect(await go('//evil.example')).toBe(`/fundraiser/${slug}?tab=comments#comment-${id}`)
  })
})

describe('a booking', () => {
  let guest = 0
  const good = () => ({
    name: 'Amina Yusuf',
    email: `guest${++guest}@example.org`,
    phone: '0712 345 678',
    date: tomorrow,
    time: '11:00',
    guests: '2',
    message: '',
    key: key(),
  })
  const book = (slug: string, typed: Record<string, string> = {}) =>
    sendTo(bookVisit, { ...good(), ...typed }, { params: { slug } })

  test('is confirmed in the words of the product [T257]', async () => {
    const { slug } = await someDrive(db)
    expect((await book(slug)).answer).toMatchObject({
      ok: true,
      says: {
        title: 'Reservation Request Submitted!',
        text: "We'll contact you soon to confirm your visit details.",
      },
    })
    const lost = await book('no-such')
    expect([lost.status, lost.answer?.says?.title]).toEqual([404, 'Fund drive not found. Please try again.'])
    for (const odd of places.badIds()) expect((await book(odd)).status).toBe(404)
  })

  test('with anything in any field is taken or refused at that field, and nothing in it changes its meaning', async () => {
    const { slug } = await someDrive(db)
    const fields: Record<string, string[]> = {
      name: bad.badTexts(),
      message: bad.badTexts(),
      email: bad.badEmails(),
      phone: bad.badPhones(),
      date: bad.badDates(tomorrow),
      time: [...bad.badNumbers(), '9:00', '09:00:00', '24:00', '10:00', ' 09:00'],
      guests: bad.badNumbers(),
      key: places.badIds(),
    }
    for (const [field, values] of Object.entries(fields))
      for (const value of values) {
        const { status, answer } = await book(slug, { [field]: value })
        expect([field, value.slice(0, 40), [200, 422]]).toEqual([
          field,
          value.slice(0, 40),
          expect.arrayContaining([status]),
        ])
        // Of today's times some have passed.
        const wrong = field === 'date' && answer?.errors?.time ? 'time' : field
        if (status === 422) expect(Object.keys(answer?.errors ?? {})).toEqual([wrong])
      }
    expect(await rowsOf(visitsList, db, (await someDrive(db)).id)).toEqual([])
    const all = await db.selectFrom('fund_drive_reservations').selectAll().execute()
    for (const { email, phone, number_of_guests } of all) {
      expect(email).toMatch(/^[^\s@,;<>]+@[^\s@,;<>]+$/)
      expect(phone).toMatch(/^[+(]?\d[\d ()+-]{5,28}$/)
      expect(number_of_guests).toBeGreaterThanOrEqual(1)
    }
  }, 60_000)

  test('is pending below this drive, whatever else was sent along [T152]', async () => {
    const [{ id, slug }, other] = [await someDrive(db), await someDrive(db)]
    const { email, ...typed } = good()
    await sendTo(bookVisit, { ...bad.foreignFields, ...typed, email, fund_drive_id: other.id }, { params: { slug } })
    expect(await visitOf(email)).toMatchObject({
      fund_drive_id: id,
      status: 'pending',
      sequence: 0,
      language: 'en',
      visit_time: '11:00',
      number_of_guests: 2,
    })
  })

  test('is taken five times an hour for one address of mail, then says when to come back', async () => {
    const { slug } = await someDrive(db)
    const statuses = []
    for (let nr = 0; nr < 6; nr++) statuses.push((await book(slug, { email: 'same@example.org' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
