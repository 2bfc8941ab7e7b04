import { beforeEach, describe, expect, test } from 'vitest'
import { mailViewsBought, mailViewsClaimed } from '#app/drives/views/mails.server.tsx'
import { disputeOpened, disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { mailGiftGone, mailPaidBack } from '#app/money/refunds/mails.server.tsx'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import {
  atOnce,
  begunGift,
  booksMustHold,
  chargedBack,
  gift,
  giftByPhone,
  giftsAtOnce,
  granted,
  paid,
} from '#test/money.ts'
import { oneRow, query, setRows } from '#test/rows.ts'
import { smtpServer } from '#test/smtp.ts'
import { viewsBegun, viewsBought } from '#test/views-bought.ts'
import { receiptOf } from './donations.server.ts'
import { mailGift, mailGiftDigest, mailReceipt } from './mails.server.tsx'
import { digestAt, giftsArrived } from './news.server.ts'

const db = await testDatabase()
beforeEach(async () => {
  await query`delete from graphile_worker._private_jobs`
  await query`delete from sandbox.mails`
  await query`delete from mail_suppressions`
})
booksMustHold(() => db)

const work: Record<string, (carries: never) => Promise<void>> = {
  'gifts-arrived': (which) => giftsArrived(db, which),
  'mail-views-claimed': (which) => mailViewsClaimed(db, which),
  'mail-receipt': (which) => mailReceipt(db, which),
  'mail-gift': (which) => mailGift(db, which),
  'mail-gift-digest': (which) => mailGiftDigest(db, which),
  'mail-views-bought': (which) => mailViewsBought(db, which),
  'mail-paid-back': (which) => mailPaidBack(db, which),
  'mail-gift-gone': (which) => mailGiftGone(db, which),
}
type Job = { id: string; name: string; payload: never; due: boolean }
const jobs = () => query<Job>`
      select j.id::text, t.identifier as name, j.payload, j.run_at <= now() + interval '1 second' as due
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = any(${Object.keys(work)}) order by j.id`
const names = async () => (await jobs()).map(({ name }) => name)

/** Works off what is due, as the worker does; with `all`, also what waits for its hour. */
async function workOff(all = false) {
  for (;;) {
    const job = (await jobs()).find(({ due }) => due || all)
    if (!job) return
    await query`delete from graphile_worker._private_jobs where id = ${job.id}::bigint`
    await work[job.name]!(job.payload)
  }
}
type Mail = { to: string; subject: string; text: string; html: string; raw: string }
const mails = () => query<Mail>`select to_address as to, subject, text, html, raw from sandbox.mails order by id`
const mailsTo = async (to: string) => (await mails()).filter((mail) => mail.to === to)
const ownerOf = async (id: string) =>
  (await oneRow('users', { id: (await oneRow('fund_drives', { id })).user_id })).email!
/** Gifts to these drives that came in with one transaction, and what its job carries. */
const giftsOnce = async (driveIds: string[]): Promise<{ donationIds: number[] }> => ({
  donationIds: await giftsAtOnce(
    db,
    driveIds.map((driveId, at) => ({ driveId, amount: (at + 1) * 10_000, donorEmail: `giver${at + 1}@x.test` })),
  ),
})
const noted = () => db.selectFrom('gift_mails_sent').selectAll().execute()
const numberAt = async (paymentId: number) => (await receiptOf(db, await receiptAt(paymentId)))!.number
const receiptAt = async (paymentId: number) => (await oneRow('donations', { payment_id: paymentId })).receipt

describe('a gift that came in', () => {
  test('is one job of its own transaction, which carries no name', async () => {
    const { id } = await someDrive(db)
    await gift(db, id, 100_000)
    const all = await jobs()
    expect(all.map(({ name, payload }) => [name, Object.keys(payload)])).toEqual([['gifts-arrived', ['donationIds']]])
  })

  test('brings a receipt to the person who gave and word to the owner, each once, also when it is applied many times [T365]', async () => {
    const { id, slug } = await someDrive(db, { title: 'school fees' })
    const amina = { donorName: 'Amina', donorEmail: 'amina@x.test', message: 'Pole sana' }
    const { id: paymentId, reference } = await begunGift(db, id, 100_000, amina)
    const facts = paid(100_000)
    expect(granted(await atOnce(12, () => applyResult(db, 'paystack', reference, facts)))).toHaveLength(12)
    await workOff()
    const [receipt, ...more] = await mailsTo('amina@x.test')
    expect(more).toEqual([])
    expect(receipt!.subject).toBe('Your receipt: KES 1,000 for school fees')
    for (const part of [
      'KES 1,000',
      await numberAt(paymentId),
      `/receipt/${await receiptAt(paymentId)}`,
      `/fundraiser/${slug}`,
      'https://wa.me/?text=',
    ])
      for (const text of [receipt!.text, receipt!.html]) expect(text).toContain(part)
    // The long one is the key to the page of the payment.
    for (const text of [receipt!.text, receipt!.html]) expect(text).not.toContain(reference)
    const told = await mailsTo(await ownerOf(id))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ subject: 'KES 1,000 for school fees' })
    expect(told[0]!.text).toMatch(/Amina[\s\S]*Pole sana[\s\S]*\/fund-drive\//)
    expect(told[0]!.raw).not.toContain('amina@x.test')
  })

  test('is thanked for in the language it was given in, and told in the owner’s', async () => {
    const { id, ownerId } = await someDrive(db)
    await db.updateTable('users').set({ language: 'sw' }).where('id', '=', ownerId).execute()
    await gift(db, id, 100_000, { donorEmail: 'english@x.test' })
    const other = await gift(db, id, 100_000, { donorEmail: 'kiswahili@x.test' })
    await setRows('payments', { reference: other.reference }, { language: 'sw' })
    await workOff()
    expect((await mailsTo('english@x.test'))[0]!.html).toContain('lang="en"')
    expect((await mailsTo('kiswahili@x.test'))[0]!.html).toContain('lang="sw"')
    for (const mail of await mailsTo(await ownerOf(id))) expect(mail.html).toContain('lang="sw"')
  })

  test('that was anonymous is so for the owner', async () => {
    const { id } = await someDrive(db)
    await gift(db, id, 100_000, { anonymous: true, donorName: 'Secret', donorEmail: 'secret@x.test' })
    await workOff()
    const [told] = await mailsTo(await ownerOf(id))
    expect(told!.text).toContain('Anonymous')
    expect(told!.raw).not.toMatch(/secret/i)
  })

  test('whose names would break out of a mail’s head or of a sentence stays words', async () => {
    const { id } = await someDrive(db, { title: 'A<b>c</b> {x} & "d"' })
    await gift(db, id, 100_000, {
      donorName: '<0>x</0>\r\nTo: y@x.test',
      message: '<script>alert(1)</script>',
      donorEmail: 'a@x.test',
    })
    await workOff()
    expect(await mails()).toHaveLength(2)
    for (const { raw, html, subject } of await mails()) {
      expect(subject).not.toMatch(/[\r\n]/)
      expect(raw.split(/\r?\n\r?\n/)[0]).not.toMatch(/^(Bcc|To: y)/m)
      expect(html).not.toContain('<script')
    }
  })

  test('is told one by one ten times, then once a day, together, and never again', async () => {
    const { id } = await someDrive(db)
    for (let nr = 1; nr <= 13; nr++) await gift(db, id, nr * 10_000, { donorName: `Giver ${nr}`, anonymous: nr === 12 })
    await workOff()
    const owner = await ownerOf(id)
    expect(await mailsTo(owner)).toHaveLength(10)
    expect(await names()).toEqual(['mail-gift-digest'])
    await workOff(true)
    const digest = (await mailsTo(owner)).at(-1)!
    expect(digest.subject).toContain('KES 3,600')
    expect(digest.text).toMatch(/3 new donations[\s\S]*Giver 13[\s\S]*Anonymous[\s\S]*Giver 11/)
    expect(digest.text).not.toMatch(/Giver (12|1|10)\b/)
    await mailGiftDigest(db, { driveId: id })
    expect(await mailsTo(owner)).toHaveLength(11)
  })

  test('whose word is handled twice is told twice at most, and is once in the day’s mail [T436]', async () => {
    const { id } = await someDrive(db)
    for (let nr = 1; nr <= 10; nr++) await gift(db, id, 10_000)
    await gift(db, id, 10_000, { donorEmail: 'eleventh@x.test' })
    const last = (await jobs()).at(-1)!.payload
    await atOnce(12, (at) => giftsArrived(db, last, { attempt: at + 1 }))
    await query`delete from graphile_worker._private_jobs where payload::text = ${JSON.stringify(last)}`
    await workOff()
    expect(await mailsTo('eleventh@x.test')).toHaveLength(2)
    await workOff(true)
    const digest = (await mailsTo(await ownerOf(id))).at(-1)!
    expect(digest.text).toContain('1 new donation')
    expect(digest.subject).toContain('KES 100')
  })

  test('is not told to an owner who wants no such mails, or who is gone', async () => {
    const { id, ownerId } = await someDrive(db)
    const owner = await ownerOf(id)
    await db.updateTable('users').set({ mail_activity: false }).where('id', '=', ownerId).execute()
    for (let nr = 1; nr <= 12; nr++) await gift(db, id, 10_000)
    await workOff()
    await workOff(true)
    expect(await mailsTo(owner)).toEqual([])
    expect(await db.selectFrom('gift_news').where('fund_drive_id', '=', id).selectAll().execute()).toEqual([])
    const { id: paymentId } = await gift(db, id, 10_000)
    await setRows('users', { id: ownerId }, { mail_activity: true, deleted_at: new Date() })
    const { id: donationId } = await oneRow('donations', { payment_id: paymentId })
    await mailGift(db, { donationId })
    expect(await mailsTo(owner)).toEqual([])
  })

  test('is told again when the mail of the day could not be sent', async () => {
    const { id } = await someDrive(db)
    for (let nr = 1; nr <= 11; nr++) await gift(db, id, 10_000)
    await workOff()
    Object.assign(settings, { SMTP_URL: 'smtp://127.0.0.1:1' })
    await expect(mailGiftDigest(db, { driveId: id })).rejects.toThrow('ECONNREFUSED')
    Object.assign(settings, { SMTP_URL: undefined })
    await mailGiftDigest(db, { driveId: id })
    expect((await mailsTo(await ownerOf(id))).at(-1)!.text).toContain('1 new donation')
  })

  test('with others is told with them, by the one job of all of them', async () => {
    const [one, other] = [await someDrive(db, { title: 'school fees' }), await someDrive(db, { title: 'a new roof' })]
    await setRows('users', { id: other.ownerId }, { mail_activity: false, language: 'sw' })
    const arrived = await giftsOnce([one.id, one.id, other.id, other.id])
    await giftsArrived(db, arrived)
    expect(await jobs()).toEqual([])
    for (let nr = 1; nr <= 4; nr++) expect(await mailsTo(`giver${nr}@x.test`)).toHaveLength(1)
    expect((await mailsTo('giver1@x.test'))[0]!.subject).toBe('Your receipt: KES 100 for school fees')
    expect((await mailsTo('giver3@x.test'))[0]!.subject).toBe('Your receipt: KES 300 for a new roof')
    expect((await mailsTo(await ownerOf(one.id))).map(({ subject }) => subject).sort()).toEqual([
      'KES 100 for school fees',
      'KES 200 for school fees',
    ])
    expect(await mailsTo(await ownerOf(other.id))).toEqual([])
    expect(await noted()).toEqual([])
  })

  test('and has an address that nobody takes mails for keeps no other from being told [T437]', async () => {
    const { id } = await someDrive(db)
    const { url, received } = await smtpServer({ refuses: 'giver2@x.test' })
    const arrived = await giftsOnce([id, id, id])
    Object.assign(settings, { SMTP_URL: url })
    await giftsArrived(db, arrived)
    Object.assign(settings, { SMTP_URL: undefined })
    const told = received.flatMap(({ to }) => to)
    const owner = await ownerOf(id)
    expect(told.sort()).toEqual(['giver1@x.test', 'giver3@x.test', owner, owner, owner].sort())
    expect(await jobs()).toMatchObject([{ name: 'mail-receipt', payload: { donationId: arrived.donationIds[1] } }])
    expect(await noted()).toEqual([])
  })

  test('while no mail server is there loses no mail: each gets a job of its own', async () => {
    const { id } = await someDrive(db)
    const arrived = await giftsOnce([id, id])
    Object.assign(settings, { SMTP_URL: 'smtp://127.0.0.1:1' })
    await giftsArrived(db, arrived)
    Object.assign(settings, { SMTP_URL: undefined })
    expect((await names()).sort()).toEqual(['mail-gift', 'mail-gift', 'mail-receipt', 'mail-receipt'])
    await workOff()
    expect(await mails()).toHaveLength(4)
  })

  test('when the worker is told to stop is left to jobs of their own', async () => {
    const { id } = await someDrive(db)
    const arrived = await giftsOnce([id, id])
    await giftsArrived(db, arrived, { signal: AbortSignal.abort() })
    expect(await mails()).toEqual([])
    await workOff()
    expect(await mails()).toHaveLength(4)
  })

  test('of a job that was broken off is told of once more at most, and never what was noted as sent', async () => {
    const { id } = await someDrive(db)
    const arrived = await giftsOnce([id, id])
    const [first, second] = arrived.donationIds as [number, number]
    await query`insert into gift_mails_sent (donation_id, mail) values (${first}, 'mail-receipt'), (${second}, 'mail-gift')`
    await giftsArrived(db, arrived, { attempt: 2 })
    expect(await noted()).toEqual([])
    expect((await jobs()).map(({ name, payload }) => [name, payload]).sort()).toEqual([
      ['mail-gift', { donationId: first }],
      ['mail-receipt', { donationId: second }],
    ])
  })

  test('of a slow mail server is noted as sent while others are on their way, and the note goes with the job', async () => {
    const { id } = await someDrive(db)
    const arrived = await giftsOnce(Array.from({ length: 10 }, () => id))
    let most = 0
    const { url, received } = await smtpServer({
      takes: async (take) => {
        await new Promise((resolve) => setTimeout(resolve, 40))
        most = Math.max(most, (await noted()).length)
        take()
      },
    })
    Object.assign(settings, { SMTP_URL: url })
    await giftsArrived(db, arrived)
    Object.assign(settings, { SMTP_URL: undefined })
    expect(received).toHaveLength(20)
    expect(most).toBeGreaterThan(5)
    expect([await noted(), await jobs()]).toEqual([[], []])
  })

  test('of a person who asked to be forgotten brings no receipt', async () => {
    const { id } = await someDrive(db)
    const arrived = await giftsOnce([id])
    await query`update donations set donor_email = '' where id = any(${arrived.donationIds}::bigint[])`
    await giftsArrived(db, arrived)
    expect((await mails()).map(({ to }) => to)).toEqual([await ownerOf(id)])
  })

  test('is told at six in the evening, the same moment all day', () => {
    const drive = crypto.randomUUID()
    const [morning, noon] = ['2026-11-20T03:00:00Z', '2026-11-20T12:00:00Z'].map((at) => digestAt(drive, new Date(at)))
    expect(morning).toEqual(noon)
    expect(noon!.toISOString()).toMatch(/^2026-11-20T15:[0-2]\d:00/)
    expect(digestAt(drive, noon!).toISOString()).toMatch(/^2026-11-21T15:/)
  })
})

test('money that went back is told to the person who gave and to the owner, once for each part', async () => {
  const { id } = await someDrive(db, { title: 'school fees' })
  const { id: paymentId, reference } = await gift(db, id, 100_000, { donorEmail: 'amina@x.test' })
  await query`delete from graphile_worker._private_jobs`
  for (let nr = 0; nr < 3; nr++) await refundSettled(db, reference, { extId: 'r1', amount: 30_000, state: 'processed' })
  await workOff()
  const [back, ...more] = await mailsTo('amina@x.test')
  expect([back!.subject, more]).toEqual(['Your KES 300 refund', []])
  expect(back!.text).toContain(await numberAt(paymentId))
  expect(back!.html).not.toContain(reference)
  const owner = await ownerOf(id)
  expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual(['A donation to school fees was refunded'])
  await disputeResolved(db, reference, { extId: 'd1', amount: 70_000, resolution: 'merchant-accepted' })
  await workOff()
  expect((await mailsTo('amina@x.test'))[1]!.subject).toBe('Your KES 700 refund')
  expect((await mailsTo(owner))[1]!.text).toContain('bank')
})

describe('views that were bought', () => {
  test('bring a mail that says what they are, and so does their refund', async () => {
    const { id, ownerId } = await someDrive(db, { title: 'school fees' })
    const owner = await ownerOf(id)
    const { reference } = await viewsBegun(db, { id, ownerId }, { name: 'Sunflower', views: 1200, email: owner })
    await applyResult(db, 'paystack', reference, paid(65_000))
    await workOff()
    const [bought, ...more] = await mailsTo(owner)
    expect(more).toEqual([])
    expect(bought!.text).toMatch(/Sunflower[\s\S]*1,200[\s\S]*1,215[\s\S]*KES 650/)
    await refundSettled(db, reference, { extId: reference, amount: 65_000, state: 'processed' })
    await workOff()
    const [, back, ...none] = await mailsTo(owner)
    expect(back).toMatchObject({ subject: 'Your KES 650 refund' })
    expect(back!.text).toContain('1,200 unused views of this purchase were removed.')
    expect(none).toEqual([])
  })

  test('and are disputed bring a mail when they can’t be used, and one when they are back', async () => {
    const drive = await someDrive(db, { title: 'school fees' })
    const { reference, amount, views } = await viewsBought(db, drive)
    const owner = await ownerOf(drive.id)
    const dispute = { extId: `views ${reference}`, amount }
    await disputeOpened(db, reference, { ...dispute, dueAt: null })
    await workOff()
    await disputeResolved(db, reference, { ...dispute, resolution: 'declined' })
    await workOff()
    const [, ...told] = (await mailsTo(owner)).filter(({ subject }) => subject.includes('school fees'))
    expect(told.map(({ subject }) => subject)).toEqual([
      "Some views for school fees can't be used for now",
      'Your views for school fees are back',
    ])
    expect(told[0]!.text).toContain(`${views} views can't be used for now`)
    expect(told[0]!.text).toContain('Views left in all: 15\n')
    expect(told[1]!.text).toContain(`Views left in all: ${views + 15}\n`)
  })
})

describe('a receipt', () => {
  test('says what was given, in what way, and what of it is the fee [T366]', async () => {
    const { id, slug } = await someDrive(db)
    const { id: paymentId } = await gift(db, id, 100_000, {
      anonymous: true,
      donorName: 'Amina',
      donorEmail: 'amina@x.test',
    })
    const receipt = await receiptOf(db, await receiptAt(paymentId))
    expect(receipt).toMatchObject({
      slug,
      title: 'Heal Mama Achieng',
      amount: 100_000,
      reversed: 0,
      fee: 5000,
      feeBps: 500,
      organiser: expect.any(String),
      code: null,
      name: 'Amina',
      anonymous: true,
      channel: 'mobile',
      number: expect.stringMatching(/^H20\d\d-\d{6,}$/),
    })
    expect(JSON.stringify(receipt)).not.toContain('amina@x.test')
  })

  test('says what went back', async () => {
    const { id } = await someDrive(db)
    const { id: paymentId, reference } = await gift(db, id, 100_000)
    await refundSettled(db, reference, { extId: reference, amount: 40_000, state: 'processed' })
    const wanted = { amount: 100_000, reversed: 40_000, chargedBack: 0, feeBack: 2000 }
    expect(await receiptOf(db, await receiptAt(paymentId))).toMatchObject(wanted)
    await chargedBack(db, reference, 60_000)
    expect(await receiptOf(db, await receiptAt(paymentId))).toMatchObject({
      reversed: 100_000,
      chargedBack: 60_000,
      fee: 5000,
      feeBack: 5000,
    })
  })

  test('of M-Pesa names its code', async () => {
    const { id } = await someDrive(db)
    const { id: paymentId } = await giftByPhone(db, id, 100_000)
    const receipt = await receiptOf(db, await receiptAt(paymentId))
    expect(receipt).toMatchObject({ channel: 'mobile', code: expect.stringMatching(/^SKB\d{7}$/) })
  })

  test.each([
    '',
    '1',
    'H2026-000001',
    '../x',
    'null',
    crypto.randomUUID(),
    `${crypto.randomUUID()}\0`,
    '%00',
    'a'.repeat(9000),
  ])('is none for the person who guesses: %s', async (guess) => {
    expect(await receiptOf(db, guess)).toBeUndefined()
  })
})
