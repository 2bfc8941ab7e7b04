import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { agree } from '#app/group/pledges/giver.server.ts'
import { promise } from '#app/group/pledges/pledge.server.ts'
import { yesOf } from '#app/group/pledges/token.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { deleteAccount } from '#app/people/accounts/account.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { openForms } from '#test/app-forms.ts'
import { wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { begunGift, gift, paid } from '#test/money.ts'
import { timePasses } from '#test/time.ts'
import {
  followBy,
  followByForm,
  followerOf,
  followersOf,
  hookOfFollower,
  linkOfFollower,
  setFollowing,
  sweepFollowers,
  tokenOfFollower,
} from './followers.server.ts'
import { mailFollow } from './mails.server.tsx'
import { followForm } from './update-forms.ts'

// Followers: who agreed and how, when they count, how it ends, and that it is forgotten with them.

const db = await testDatabase()
const { get, send, post } = openForms()

const address = () => `${randomUUID()}@example.org`
const rowsOf = (driveId: string) =>
  db.selectFrom('followers').where('fund_drive_id', '=', driveId).orderBy('id').selectAll().execute()
const path = (link: string) => new URL(link).pathname
/** A person who followed by the form, and has not pressed the button yet. */
async function asked(drive: { id: string; slug: string }, email = address()) {
  await followByForm(db, drive.slug, email, 'en')
  return (await rowsOf(drive.id)).find((row) => row.email === email)!.id
}

describe('who counts', () => {
  test('a giver counts once their gift is paid, by email, else by the phone that pays [T1307]', async () => {
    const drive = await someDrive(db)
    const { reference } = await begunGift(db, drive.id, 50_000)
    const email = address()
    await followBy(
      db,
      { follow: true, email: email.toUpperCase(), phone: '+254712345678', language: 'en' },
      { payment: reference },
    )
    expect(await followersOf(db, drive.id)).toEqual({ emails: 0, phones: 0 })
    await applyResult(db, 'paystack', reference, paid(50_000))
    expect(await followersOf(db, drive.id)).toEqual({ emails: 1, phones: 0 })
    expect(await rowsOf(drive.id)).toMatchObject([{ email, phone: null, source: 'gift' }])
    const second = await gift(db, drive.id, 10_000)
    await followBy(
      db,
      { follow: true, email: null, phone: '+254712345678', language: 'sw' },
      { payment: second.reference },
    )
    await followBy(
      db,
      { follow: true, email: null, phone: '+254712345678', language: 'sw' },
      { payment: second.reference },
    )
    expect(await followersOf(db, drive.id)).toEqual({ emails: 1, phones: 1 })
    await sql`insert into sms_stops (phone) values ('+254712345678')`.execute(db)
    expect(await followersOf(db, drive.id)).toEqual({ emails: 1, phones: 0 })
    await sql`delete from sms_stops`.execute(db)
  })

  test('a person who promises counts once they confirm the promise [T1308]', async () => {
    const drive = await someDrive(db)
    const [key, email] = [randomUUID(), address()]
    const promised = { amount: 50_000, name: 'Amina', phone: null, email, dueOn: null, anonymous: false, key }
    const { token } = await promise(db, drive.slug, { ...promised, dueOn: '2027-01-31' }, 'en', {
      also: (tx, pledge) => followBy(tx, { follow: true, email, phone: null, language: 'en' }, { pledge }),
    })
    expect(await followersOf(db, drive.id)).toEqual({ emails: 0, phones: 0 })
    const { client_key } = await db
      .selectFrom('pledges')
      .where('fund_drive_id', '=', drive.id)
      .select('client_key')
      .executeTakeFirstOrThrow()
    await agree(db, token, yesOf(client_key))
    expect(await followersOf(db, drive.id)).toEqual({ emails: 1, phones: 0 })
  })

  test('an address from the form counts after the button of the email, which opening the link does not press [T1309]', async () => {
    const drive = await someDrive(db)
    const id = await asked(drive)
    await mailFollow(db, { followerId: id })
    const { rows } = await sql<{ text: string }>`select text from sandbox.mails order by id desc limit 1`.execute(db)
    const link = linkOfFollower('follow', id)
    expect(rows[0]?.text).toContain(link)
    expect(wordsOf((await get(path(link))).text)).toContain('Yes, send me the updates')
    expect(await followersOf(db, drive.id)).toEqual({ emails: 0, phones: 0 })
    expect((await send(path(link), {})).status).toBe(303)
    expect(await followersOf(db, drive.id)).toEqual({ emails: 1, phones: 0 })
  })

  test('the form answers the same for an address that is known, and mails it nothing more [T1310]', async () => {
    const drive = await someDrive(db)
    const email = address()
    const id = await asked(drive, email)
    await setFollowing(db, 'follow', tokenOfFollower('follow', id))
    const [before] = await rowsOf(drive.id)
    await followByForm(db, drive.slug, email, 'sw')
    expect(await rowsOf(drive.id)).toEqual([before])
    expect(followForm.safeParse({ email: 'nobody' }).success).toBe(false)
    expect(followForm.parse({ email: ' Amina@Example.org ' })).toEqual({ email: 'amina@example.org' })
  })
})

describe('how it ends', () => {
  test('the link only shows a button; a mail program ends it by one post, without a cookie or an origin [T1311]', async () => {
    const drive = await someDrive(db)
    const id = await asked(drive)
    await setFollowing(db, 'follow', tokenOfFollower('follow', id))
    const link = path(linkOfFollower('unfollow', id))
    expect(wordsOf((await get(link)).text)).toContain('Send me no more updates')
    expect(await followersOf(db, drive.id)).toEqual({ emails: 1, phones: 0 })
    const hook = path(hookOfFollower(id))
    expect((await get(hook)).status).toBe(302)
    expect(await followersOf(db, drive.id)).toEqual({ emails: 1, phones: 0 })
    expect(await post(hook, '{}')).toBe(200)
    expect(await post(hook, '{}')).toBe(200)
    expect(await followersOf(db, drive.id)).toEqual({ emails: 0, phones: 0 })
    expect(wordsOf((await get(link)).text)).toContain('You get no more updates of this fundraiser.')
  })

  test('a link that is cut, or of another kind, is none', async () => {
    const drive = await someDrive(db)
    const id = await asked(drive)
    const token = tokenOfFollower('unfollow', id)
    for (const wrong of [
      token.slice(0, -1),
      tokenOfFollower('follow', id),
      `${(id + 1).toString(36)}${token.slice(token.indexOf('-'))}`,
      'x',
    ]) {
      expect(await followerOf(db, 'unfollow', wrong)).toBeUndefined()
      await expect(setFollowing(db, 'unfollow', wrong)).rejects.toMatchObject({ status: 404 })
      expect(await post(`/hooks/unfollow/${wrong}`, '{}')).toBe(404)
    }
  })

  test('a person who ended it follows again by a gift of their own or by the button, and by nothing that others type [T1312]', async () => {
    const drive = await someDrive(db)
    const email = address()
    const id = await asked(drive, email)
    await setFollowing(db, 'follow', tokenOfFollower('follow', id))
    await setFollowing(db, 'unfollow', tokenOfFollower('unfollow', id))
    await followByForm(db, drive.slug, email, 'en')
    expect(await followersOf(db, drive.id)).toEqual({ emails: 0, phones: 0 })
    const { reference } = await gift(db, drive.id, 10_000)
    await followBy(db, { follow: true, email, phone: null, language: 'en' }, { payment: reference })
    expect(await followersOf(db, drive.id)).toEqual({ emails: 1, phones: 0 })
    expect(await rowsOf(drive.id)).toHaveLength(1)
  })
})

describe('forgetting', () => {
  test('a giver who is forgotten follows nothing any more, nor does a person who deletes their account [T1313]', async () => {
    const [drive, other] = [await someDrive(db), await someDrive(db)]
    const email = address()
    const { reference } = await gift(db, drive.id, 10_000, { donorEmail: email })
    await followBy(db, { follow: true, email, phone: null, language: 'en' }, { payment: reference })
    await asked(other, email)
    await forgetDonor(db, email)
    expect([...(await rowsOf(drive.id)), ...(await rowsOf(other.id))]).toEqual([])
    const person = await somePerson(db)
    await asked(drive, person.email)
    const phone = '+254712345999'
    await sql`insert into user_phones (phone, user_id) values (${phone}, ${person.id})`.execute(db)
    const given = await gift(db, drive.id, 10_000)
    await followBy(db, { follow: true, email: null, phone, language: 'sw' }, { payment: given.reference })
    expect(await rowsOf(drive.id)).toHaveLength(2)
    await deleteAccount(db, person.id, person.password)
    expect(await rowsOf(drive.id)).toEqual([])
  })

  test('an address that never confirmed is deleted after a week; one that ended stays, so that nothing is sent there', async () => {
    const drive = await someDrive(db)
    await asked(drive)
    const ended = await asked(drive)
    await setFollowing(db, 'unfollow', tokenOfFollower('unfollow', ended))
    await sweepFollowers(db)
    expect(await rowsOf(drive.id)).toHaveLength(2)
    await timePasses('8 days', { followers: { fund_drive_id: drive.id } })
    await sweepFollowers(db)
    expect((await rowsOf(drive.id)).map(({ id }) => id)).toEqual([ended])
  })
})
