import { expect, test } from 'vitest'
import { publicFigures } from '#app/drives/drive/drive.server.ts'
import { sheetOf } from '#app/group/pasted-lists/sheet.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { stopSms } from '#app/platform/sms/outbox.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { begunGift, booksMustHold, paid } from '#test/money.ts'
import { dayFrom, pledgeRow, somePledge } from '#test/pledges.ts'
import { countArrived } from './count.server.ts'
import { agree, changePledge, giveUp, pledgeOf, stopReminders } from './giver.server.ts'
import { remindPledges } from './manage.server.ts'
import { promise } from './pledge.server.ts'
import { pledgesList, sumsOf } from './pledges-list.server.ts'
import { pledgeSms } from './tell.server.tsx'

// Anybody can type the phone of another: a promise counts once the reader of our message has said yes.

const db = await testDatabase()
booksMustHold(() => db)
const pledgedOf = async (id: string) => (await publicFigures(db, id))!.pledged
const entriesOf = async ({ id }: { id: string }) => {
  const facts = { id, title: 'mama', collects: true, goal: 1_000_000, raised: 0, recorded: 0, pledged: 0 }
  return (await sheetOf(db, facts, { link: 'https://x.test', paybill: null })).entries
}
const namesOf = async (drive: { id: string }) => (await entriesOf(drive)).map(({ name }) => name)
const promised = (phone: string) => ({
  key: crypto.randomUUID(),
  amount: 200_000,
  name: 'Amina',
  phone,
  email: null,
  dueOn: dayFrom(30),
  anonymous: false,
})
const textsTo = (phone: string) => db.selectFrom('sms_outbox').where('phone', '=', phone).select('text').execute()

test('a promise is neither on the bar nor in the list, and is not reminded of, until the reader of the message says yes', async () => {
  const drive = await someDrive(db)
  const phone = '+254700222001'
  const { id, token, yes } = await somePledge(db, drive, { agreed: false, phone })
  expect((await textsTo(phone))[0]!.text).toContain(`/pledge/${token}?yes=${yes} `)
  expect(yes).toMatch(/^[0-9a-z]{8}$/)
  expect([await pledgedOf(drive.id), await namesOf(drive)]).toEqual([0, []])
  expect(await pledgeRow(db, id)).toMatchObject({ remind_at: null })
  // Its organisers see it, and why the bar has less.
  const seen = async () => [(await pledgesList.page(db, drive.id)).rows[0]!.waits, (await sumsOf(db, drive.id)).open]
  expect(await seen()).toEqual([true, 0])
  // The link alone, as its page shows it to the visitor who promised, and what others guess.
  for (const wrong of ['', 'x', '00000000', `${yes}0`, yes.toUpperCase() + '!']) {
    expect(await pledgeOf(db, token, wrong)).toMatchObject({ asks: 'message' })
    await expect(agree(db, token, wrong)).rejects.toThrow('open the link in the message we sent')
  }
  // Opened by a program: nothing is said by it.
  expect(await pledgeOf(db, token, yes)).toMatchObject({ asks: 'yes' })
  expect(await pledgedOf(drive.id)).toBe(0)
  await Promise.all(Array.from({ length: 5 }, () => agree(db, token, yes)))
  expect(await pledgeOf(db, token, yes)).toMatchObject({ asks: null, reminded: true })
  expect([await pledgedOf(drive.id), await namesOf(drive)]).toEqual([200_000, ['Amina Yusuf']])
  expect(await seen()).toEqual([false, 200_000])
})

test('what the link alone raises counts once the giver says yes to it; what was agreed counts meanwhile, and is reminded of', async () => {
  const drive = await someDrive(db)
  const phone = '+254700222009'
  const { id, token, yes } = await somePledge(db, drive, { agreed: false, phone })
  await agree(db, token, yes)
  await changePledge(db, token, { amount: 300_000 })
  const counted = async () => [
    await pledgedOf(drive.id),
    (await sumsOf(db, drive.id)).open,
    ...(await entriesOf(drive)).map(({ amount }) => amount),
  ]
  expect(await counted()).toEqual([200_000, 200_000, 200_000])
  expect(await pledgeOf(db, token)).toMatchObject({ amount: 300_000, unagreed: 100_000, asks: 'message' })
  expect((await pledgesList.page(db, drive.id)).rows[0]).toMatchObject({ waits: false, unagreed: 100_000 })
  // It is asked about by one message, however often it is raised.
  await changePledge(db, token, { amount: 350_000 })
  const texts = (await textsTo(phone)).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts[1]).toContain(`raised to KES 3,000. Confirm or change: `)
  expect(texts[1]).toContain(`/pledge/${token}?yes=${yes} `)
  await remindPledges(db, new Date(`${dayFrom(27)}T07:00:00Z`))
  expect((await textsTo(phone)).at(-1)!.text).toContain('Your pledge of KES 2,000 for')
  expect(await pledgeRow(db, id)).toMatchObject({ remind_at: expect.any(Date) })
  // Made less it is the increase that goes first.
  await changePledge(db, token, { amount: 250_000 })
  expect(await counted()).toEqual([200_000, 200_000, 200_000])
  await changePledge(db, token, { amount: 150_000 })
  expect(await counted()).toEqual([150_000, 150_000, 150_000])
  await changePledge(db, token, { amount: 1_000_000_000 })
  expect(await pledgedOf(drive.id)).toBe(150_000)
  await agree(db, token, yes)
  expect(await pledgedOf(drive.id)).toBe(1_000_000_000)
  expect(await pledgeOf(db, token)).toMatchObject({ unagreed: 0, asks: null })
})

test('who comes by our message and raises the pledge has said yes to it', async () => {
  const drive = await someDrive(db)
  const { token, yes } = await somePledge(db, drive, { agreed: false, phone: '+254700222011' })
  await agree(db, token, yes)
  await changePledge(db, token, { amount: 300_000 }, yes)
  expect(await pledgedOf(drive.id)).toBe(300_000)
  expect(await textsTo('+254700222011')).toHaveLength(1)
  await changePledge(db, token, { amount: 400_000 }, '00000000')
  expect(await pledgedOf(drive.id)).toBe(300_000)
})

test('a part of KES 1 is a gift of KES 1: the rest counts once the giver says yes', async () => {
  const drive = await someDrive(db)
  const { id, token, yes } = await somePledge(db, drive, { agreed: false, phone: '+254700222010' })
  const { reference } = await begunGift(db, drive.id, 100, { pledgeId: id })
  await applyResult(db, 'paystack', reference, paid(100))
  const { id: donationId } = await db
    .selectFrom('donations')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await countArrived(db, { donationIds: [donationId] })
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 100, state: 'open' })
  const amounts = async () => (await entriesOf(drive)).map((entry) => [entry.amount, entry.paid])
  expect([await pledgedOf(drive.id), await amounts()]).toEqual([0, [[100, 100]]])
  expect(await pledgeOf(db, token)).toMatchObject({ asks: 'message' })
  await agree(db, token, yes)
  expect([await pledgedOf(drive.id), await amounts()]).toEqual([199_900, [[200_000, 100]]])
})

test('who wants no reminders says so before the yes, and gets none after it', async () => {
  const drive = await someDrive(db)
  const { id, token, yes } = await somePledge(db, drive, { agreed: false, phone: '+254700222031' })
  expect(await pledgeOf(db, token, yes)).toMatchObject({ reminded: false, remindsAfterYes: true })
  await stopReminders(db, token)
  expect(await pledgeOf(db, token, yes)).toMatchObject({ asks: 'yes', reminded: false, remindsAfterYes: false })
  await agree(db, token, yes)
  expect(await pledgeOf(db, token, yes)).toMatchObject({ asks: null, reminded: false, remindsAfterYes: false })
  expect(await pledgeRow(db, id)).toMatchObject({ remind_at: null })
})

test('a phone that no message reaches: the giver is told so, says yes here, and is not reminded', async () => {
  const drive = await someDrive(db)
  const phone = '+256772123456'
  const { token, told } = await promise(db, drive.slug, promised(phone), 'en')
  expect([told, await textsTo(phone)]).toEqual(['never', []])
  expect(await pledgeOf(db, token)).toMatchObject({ asks: 'here' })
  expect(await pledgedOf(drive.id)).toBe(0)
  await agree(db, token, '')
  expect(await pledgedOf(drive.id)).toBe(200_000)
  expect(await pledgeOf(db, token)).toMatchObject({ asks: null, reminded: false })
  // An email reaches them: it proves who they are.
  const other = await promise(db, drive.slug, { ...promised(phone), email: 'amina@example.org' }, 'en')
  expect(other.told).toBe('now')
  expect(await pledgeOf(db, other.token)).toMatchObject({ asks: 'message' })
  await expect(agree(db, other.token, '')).rejects.toThrow('open the link in the message we sent')
})

test('in the evening the giver reads that our text comes in the morning', async () => {
  const drive = await someDrive(db)
  const toldAt = async (time: string, phone: string) =>
    (await promise(db, drive.slug, promised(phone), 'en', { now: new Date(`2026-11-20T${time}+03:00`) })).told
  expect(await toldAt('19:59:00', '+254700222021')).toBe('now')
  expect(await toldAt('20:00:00', '+254700222022')).toBe('morning')
  expect(await toldAt('07:59:00', '+254700222023')).toBe('morning')
  expect(await toldAt('08:00:00', '+254700222024')).toBe('now')
})

test('what another refused stays refused', async () => {
  const drive = await someDrive(db)
  const { token, yes } = await somePledge(db, drive, { agreed: false, phone: '+254700222002' })
  await giveUp(db, token)
  await expect(agree(db, token, yes)).rejects.toThrow('cancelled')
  expect(await pledgedOf(drive.id)).toBe(0)
})

test('nobody learns from a promise that a phone said STOP', async () => {
  const drive = await someDrive(db)
  await stopSms(db, '+254700222003')
  const silent = await promise(db, drive.slug, promised('+254700222003'), 'en')
  const other = await promise(db, drive.slug, promised('+254700222004'), 'en')
  expect(silent.told).toBe(other.told)
})

test('the messages that ask for a yes fit into one text, in each language, with a long name and the largest sum', () => {
  const url = `https://harambee.example.org/pledge/${'x'.repeat(25)}?yes=${'y'.repeat(8)}`
  for (const language of ['en', 'sw'] as const) {
    const told = { writer: '', amount: 'KES 10,000,000', drive: 'x'.repeat(200), day: '', url } as const
    for (const is of ['written', 'raised'] as const) {
      const text = pledgeSms(wordsIn(language, catalogues[language]), { ...told, is })
      expect(text.length).toBeLessThanOrEqual(160)
      expect(text).toContain(`${url} STOP`)
      expect(text).toContain('KES 10,000,000')
    }
  }
})

test('when the first messages of the day are used up, a promise is kept and nobody is texted', async () => {
  await db.deleteFrom('rate_limits').where('name', '=', 'pledge-texts').execute()
  const drive = await someDrive(db)
  const to = (nr: number) => `+2547003${String(nr).padStart(5, '0')}`
  const all = []
  for (let nr = 0; nr < 210; nr += 10)
    all.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, more) => promise(db, drive.slug, promised(to(nr + more)), 'en')),
      )),
    )
  const texts = await db.selectFrom('sms_outbox').where('phone', 'like', '+2547003%').select('id').execute()
  expect(all.filter(({ told }) => told !== 'tomorrow')).toHaveLength(texts.length)
  expect(texts).toHaveLength(200)
  const { token } = all.findLast(({ told }) => told === 'tomorrow')!
  expect(await pledgeOf(db, token)).toMatchObject({ state: 'open', asks: 'tomorrow', reminded: false })
  // The next day ours comes, which takes none from those who promise that day.
  const morning = new Date(`${dayFrom(1)}T07:00:00Z`)
  await remindPledges(db, morning)
  await remindPledges(db, morning)
  expect(await pledgeOf(db, token)).toMatchObject({ asks: 'message' })
  const now = await db.selectFrom('sms_outbox').where('phone', 'like', '+2547003%').select('id').execute()
  expect(now).toHaveLength(210)
})
