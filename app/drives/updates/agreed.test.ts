import { describe, expect, test } from 'vitest'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { testDatabase } from '#test/database.ts'
import { sendTo } from '#test/form-actions.ts'
import { newPhone, railOfEachTest } from '#test/give-by-phone.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold, paid } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { somePledge } from '#test/pledges.ts'
import { allRows, query, queryOne } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { worksOffJobs } from '#test/working.ts'
import { followersOf, setFollowing, tokenOfFollower } from './followers.server.ts'
import { action as follow } from './public/follow.tsx'

// Where a person without a script says that they want the updates: when they give, promise or comment, and on the form's own page.

const db = await testDatabase()
booksMustHold(() => db)
const { walks, get } = plainBrowser()
worksOffJobs()
const { paidOn } = railOfEachTest(db)

const tick = { follow: 'on' }
const count = (driveId: string) => followersOf(db, driveId)
const contacts = async (driveId: string) =>
  (await allRows('followers', { fund_drive_id: driveId })).map(({ email, phone, source }) => [email ?? phone, source])

describe('the tick', () => {
  test('is not set beforehand; a gift with it has its email follow, else the phone that pays [T1662]', async () => {
    const { id, slug } = await someDrive(db)
    const one = walks()
    await one.open(`/fundraiser/${slug}/donate`)
    expect(one.page.words).toContain('Tell me how it goes')
    const [quiet, phone] = [newPhone(), newPhone()]
    await one.press('Pay by M-Pesa', { suggested: '500', phone: quiet })
    await paidOn(quiet)
    expect(await contacts(id)).toEqual([])
    await one.open(`/fundraiser/${slug}/donate`)
    await one.press('Pay by M-Pesa', { suggested: '500', phone, ...tick })
    expect(await count(id)).toEqual({ emails: 0, phones: 0 })
    await paidOn(phone)
    await expect.poll(() => count(id)).toEqual({ emails: 0, phones: 1 })
    scriptedProvider()
    await one.open(`/fundraiser/${slug}/donate?by=page`)
    await one.press('Donate', { suggested: '500', email: 'Amina@Example.org', ...tick })
    const { reference } = await queryOne<{ reference: string }>`select reference from payments order by id desc limit 1`
    await applyResult(db, 'paystack', reference, paid(50_000))
    expect(await count(id)).toEqual({ emails: 1, phones: 1 })
    expect(await contacts(id)).toEqual([
      [expect.stringMatching(/^\+254\d{9}$/), 'gift'],
      ['amina@example.org', 'gift'],
    ])
  })

  test('is at the promise, and where a promise is paid: one that a treasurer wrote down had none [T1663]', async () => {
    const { id, slug, ...drive } = await someDrive(db)
    const [one, phone] = [walks(), newPhone()]
    await one.open(`/fundraiser/${slug}/pledge`)
    await one.press('I will give later', { name: 'Amina', amount: '1500', phone, ...tick })
    expect((await contacts(id)).map(([, source]) => source)).toEqual(['pledge'])
    const [payer, other] = [newPhone(), newPhone()]
    const { token } = await somePledge(db, { id, slug, ...drive }, { phone: null, email: 'otieno@example.org' })
    await one.open(`/pledge/${token}`)
    await one.press('Pay by M-Pesa', { amount: '500', phone: other })
    expect(await contacts(id)).toHaveLength(1)
    await one.open(`/pledge/${token}`)
    await one.press('Pay by M-Pesa', { amount: '700', phone: payer, ...tick })
    await paidOn(payer)
    await expect.poll(() => count(id)).toEqual({ emails: 1, phones: 0 })
    expect((await contacts(id)).at(-1)).toEqual(['otieno@example.org', 'gift'])
  })
})

test('after a comment the same words lead to the form, without a script, and not before [T1664]', async () => {
  const { slug } = await someDrive(db)
  for (const begins of [`/fundraiser/${slug}?tab=comments`, `/fundraiser/${slug}/comment`]) {
    const one = walks()
    await one.open(begins)
    expect(one.page.text).not.toContain(`/fundraiser/${slug}/follow`)
    await one.press('Post Comment', { content: `Tuko pamoja ${begins}` })
    expect(one.page.words).toContain('Comment posted!')
    await one.follow('Tell me how it goes')
    expect(one.path).toBe(`/fundraiser/${slug}/follow`)
    expect(one.page.words).toContain('At most one email a day')
  }
})

test('the form answers the same to a known address and a new one, and takes five an hour of one network [T1665]', async () => {
  const { id, slug } = await someDrive(db)
  await query`delete from rate_limits`
  const asks = async (email: string) => {
    const one = walks()
    await one.open(`/fundraiser/${slug}/follow`)
    const { status, words } = await one.press('Tell me how it goes', { email })
    return { status, words }
  }
  const first = await asks('amina@example.org')
  expect(first.words).toContain('Nearly done: open our email and press its button')
  const [row] = await allRows('followers', { fund_drive_id: id })
  await setFollowing(db, 'follow', tokenOfFollower('follow', row!.id))
  expect(await asks('amina@example.org')).toEqual(first)
  for (const nr of [3, 4, 5]) expect((await asks(`f${nr}@example.org`)).status).toBe(first.status)
  expect((await asks('f6@example.org')).status).toBe(429)
  const elsewhere = { params: { slug }, address: '41.90.8.1' }
  expect((await sendTo(follow, { email: 'f6@example.org' }, elsewhere)).answer).toMatchObject({ ok: true })
  expect(await allRows('followers', { fund_drive_id: id })).toHaveLength(5)
  expect((await get(`/fundraiser/no-such-drive/follow`)).status).toBe(404)
})
