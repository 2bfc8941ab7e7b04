import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { editsBetween } from '#app/drives/codes/code.ts'
import { codesOf, nearestCodes } from '#app/drives/codes/codes.server.ts'
import { beginByPhone } from '#app/money/mpesa/begin.server.ts'
import { registerUrls } from '#app/money/mpesa/callback-urls.server.ts'
import { receiveCallback } from '#app/money/mpesa/callbacks.server.ts'
import { claim } from '#app/money/mpesa/claims.server.ts'
import { sendAgain } from '#app/money/mpesa/pay.server.ts'
import { placeReceipts } from '#app/money/mpesa/place-receipts.server.ts'
import { queryDueRequests, queryNewestRequest } from '#app/money/mpesa/query.server.ts'
import { askReceipt } from '#app/money/mpesa/receipt-status.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type MobileReceipt, useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { brokenBooks } from '#test/books.ts'
import { dieEverywhere, type Mortal } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { storePostedCode } from '#test/money.ts'
import { ended, nextNr, payInOf, pretendRail, type Rail, receiptOf, type Sent, toldOf } from '#test/pretend-rail.ts'
import { timePasses } from './time.ts'

// M1: the process is killed at every statement and every word with M-Pesa. Whatever the phone paid is in the books once, and
// doing it again brings it to its one end.

const db = await testDatabase()
let rail: Rail
beforeEach(() => {
  rail = pretendRail()
  useMobileMoney(rail)
})

const amount = 50_000
let lastPhone = 20_000_000
async function giver() {
  const { id } = await someDrive(db)
  return { driveId: id, phone: `+2547${++lastPhone}`, key: crypto.randomUUID() }
}
type Giver = Awaited<ReturnType<typeof giver>>

const begin = (on: Db, { driveId, phone, key }: Giver) =>
  beginByPhone(
    on,
    driveId,
    { amount, phone, name: '', email: '', message: '', anonymous: false },
    { key, language: 'en', origin: 'http://localhost:3000', visitor: 'one' },
  )
/** Each word with M-Pesa is a place to die at, too. */
const through = ({ step }: Pick<Mortal, 'step'>): void =>
  useMobileMoney({
    ...rail,
    prompt: (what) => step('prompt', () => rail.prompt(what)),
    askPrompt: (id) => step('ask', () => rail.askPrompt(id)),
    list: (asked) => step('list', () => rail.list(asked)),
  })
/** Dies at more places than these while it does something with M-Pesa; gives the steps of the life. */
async function dies<About>(
  moreThan: number,
  life: {
    begin: () => Promise<About>
    formAction: (on: Db, about: About) => Promise<unknown>
    after: (about: About, how: string) => Promise<void>
  },
): Promise<string[]> {
  const alive = () => useMobileMoney(rail)
  const { places, steps } = await dieEverywhere<About>({
    begin: () => {
      alive()
      return life.begin()
    },
    formAction: (mortal, about) => {
      through(mortal)
      return life.formAction(mortal.db, about)
    },
    after: (about, how) => {
      alive()
      return life.after(about, how)
    },
  })
  expect(places).toBeGreaterThan(moreThan)
  return steps
}
const long = { timeout: 300_000 }
/** For what was written down before its process died. */
async function later(phone: string): Promise<void> {
  const { rows } = await sql<{ isAsked: boolean }>`
    select exists (select from mpesa_prompts where phone = ${phone}) as "isAsked" from payments where donor_phone = ${phone}`.execute(
    db,
  )
  const prompts = rows[0]?.isAsked ? { mpesa_prompts: { phone } } : {}
  if (rows[0]) await timePasses('80 seconds', { payments: { donor_phone: phone }, ...prompts })
}

/** What arrived for the drive: gifts, and money that waits for a person. */
async function arrived({ driveId }: Giver) {
  const { rows } = await sql<{ gifts: number; unplaced: number; heard: number }>`
    select (select count(*)::int from donations where fund_drive_id = ${driveId}) as gifts,
      (select count(*)::int from suspense s join payments p on p.id = s.payment_id where p.fund_drive_id = ${driveId}) as unplaced,
      (select count(*)::int from mpesa_receipts r join mpesa_prompts q on q.id = r.prompt_id join payments p on p.id = q.payment_id
        where p.fund_drive_id = ${driveId} and r.state = 'heard') as heard`.execute(db)
  return rows[0]!
}

async function inTheBooksOnce(about: Giver | Giver[], paid: number, how: string) {
  for (let time = 0; time < 2; time++) {
    await listReceipts(db)
    for (const one of [about].flat()) {
      const { gifts, unplaced, heard } = await arrived(one)
      expect([gifts + unplaced, heard], how).toEqual([paid, 0])
    }
    expect(await brokenBooks(db), how).toEqual([])
  }
}

/** What happens at M-Pesa before it answers that it sent the request. */
const before: Record<string, (one: Sent) => Promise<unknown>> = {
  'answered at once': async () => {},
  'answered after its money was listed': async (one) => {
    rail.listed = [receiptOf(one)]
    await listReceipts(db)
  },
}

test.each(Object.keys(before))(
  'a gift that is begun, %s: the same form leads to it, asks no phone twice, and it is in the books [T586]',
  long,
  async (way) => {
    await dies(9, {
      begin: async () => {
        rail.pushing = async (one) => {
          await before[way]!(one)
          return { is: 'sent', id: one.id }
        }
        return giver()
      },
      formAction: (on, about) => begin(on, about),
      after: async (about, how) => {
        const sent = () => rail.sent.filter(({ phone }) => phone === about.phone)
        await later(about.phone)
        const { reference } = await begin(db, about)
        expect((await begin(db, about)).reference, how).toBe(reference)
        expect(sent().length, how).toBeLessThan(2)
        // Cut off between writing it down and sending it, it is sent from its page.
        if (sent().length === 0) await sendAgain(db, reference, 'one')
        expect(sent().length, how).toBe(1)
        if (way === 'answered at once') rail.listed = [receiptOf(sent()[0]!)]
        await inTheBooksOnce(about, 1, how)
      },
    })
  },
)

test('a request that is sent again: the same [T587]', long, async () => {
  await dies(10, {
    begin: async () => {
      const about = await giver()
      const { reference } = await begin(db, about)
      await later(about.phone)
      return { ...about, reference }
    },
    formAction: (on, { reference }) => sendAgain(on, reference, 'one'),
    after: async (about, how) => {
      const sent = rail.sent.filter(({ phone }) => phone === about.phone)
      rail.listed = sent.map((one) => receiptOf(one))
      await inTheBooksOnce(about, sent.length, how)
    },
  })
})

const ways = {
  'what M-Pesa posts': (on: Db, { told }: Begun) => receiveCallback(on, ...told),
  'the clock that asks': (on: Db) => queryDueRequests(on),
  'the page that waits': (on: Db, { reference }: Begun) => queryNewestRequest(on, reference),
  'the list': (on: Db) => listReceipts(on),
}
type Begun = Giver & { reference: string; told: ReturnType<typeof toldOf> }

test.each(Object.keys(ways) as (keyof typeof ways)[])('%s: the money is booked once [T588]', long, async (way) => {
  await dies(3, {
    begin: async (): Promise<Begun> => {
      rail.asked = () => ended('open')
      const about = await giver()
      const { reference } = await begin(db, about)
      const one = rail.sent.at(-1)!
      const receipt = receiptOf(one)
      rail.asked = (id) => (id === one.id ? ended('paid', '0') : ended('open'))
      rail.listed = [receipt]
      await sql`update mpesa_prompts set ask_at = now() where phone = ${about.phone}`.execute(db)
      return { ...about, reference, told: toldOf(one, { state: 'paid', receipt: receipt.receipt }) }
    },
    formAction: (on, about) => ways[way](on, about),
    after: async (about, how) => {
      await ways[way](db, about)
      await inTheBooksOnce(about, 1, how)
    },
  })
})

/** Asks about a code; what M-Pesa will post to its address. */
async function answerTo(status: MobileReceipt): Promise<[token: string, body: Uint8Array]> {
  await timePasses('1 minute', { mpesa_asks: {} })
  await askReceipt(db, status.receipt)
  const { rows } = await sql<{ id: string }>`
    select originator as id from mpesa_asks where subject = ${status.receipt} and state = 'open'`.execute(db)
  const answer = { is: 'answer', id: rows[0]!.id, code: '0', receipt: null, status, held: null }
  return [rail.questions.at(-1)!.hearAt.split('/').at(-1)!, new TextEncoder().encode(JSON.stringify(answer))]
}

test(
  'the answer to a question about a code, where M-Pesa has no list for us: it is booked once [T521]',
  long,
  async () => {
    await dies(6, {
      begin: async () => {
        rail.capabilities = () => ({ ...pretendRail().capabilities(), proves: ['query', 'status'] })
        const about = await giver()
        await begin(db, about)
        const told = { ...receiptOf(rail.sent.at(-1)!), isDone: true }
        const { rows } = await sql<{ id: number }>`select id from mpesa_prompts where phone = ${about.phone}`.execute(
          db,
        )
        await storePostedCode(db, rows[0]!.id, told.receipt)
        return { ...about, told, answer: await answerTo(told) }
      },
      formAction: (on, { answer }) => receiveCallback(on, ...answer),
      after: async ({ told, answer: _, ...about }, how) => {
        const { rows } =
          await sql`select from mpesa_receipts where receipt = ${told.receipt} and proved_at is null`.execute(db)
        // What no answer has proved is asked about again by the clock, and what is proved needs no question.
        if (rows.length > 0) await receiveCallback(db, ...(await answerTo(told)))
        await placeReceipts(db)
        await inTheBooksOnce(about, 1, how)
      },
    })
  },
)

/** Money that its payer sent by themselves, to this account. */
const typed = (account: string): MobileReceipt => receiptOf({ account, cents: amount, phone: '', hearAt: '', id: '' })

test('a payment that nobody was asked for: one gift of the drive whose code was typed [T589]', long, async () => {
  await dies(6, {
    begin: async () => {
      const about = await giver()
      rail.listed = [typed((await codesOf(db, about.driveId)).number)]
      return about
    },
    formAction: (on) => listReceipts(on),
    after: async (about, how) => {
      await inTheBooksOnce(about, 1, how)
    },
  })
})

test('money that is placed: one gift, and nothing of it is left in suspense [T591]', long, async () => {
  await dies(8, {
    begin: async () => {
      const about = await giver()
      const money = typed('JOHN')
      rail.listed = [money]
      await listReceipts(db)
      const { id } = await db
        .selectFrom('suspense')
        .where('provider_tx_id', '=', money.receipt)
        .select('id')
        .executeTakeFirstOrThrow()
      return { ...about, suspenseId: id }
    },
    formAction: (on, { suspenseId, driveId }) =>
      on.transaction().execute((tx) => placeMoney(tx, { suspenseId, driveId })),
    after: async ({ suspenseId, ...about }, how) => {
      await db.transaction().execute((tx) => placeMoney(tx, { suspenseId, driveId: about.driveId }))
      await inTheBooksOnce(about, 1, how)
    },
  })
})

/** A gift that was asked for on a phone, and what M-Pesa posts and lists about it. */
async function asked() {
  const about = await giver()
  await begin(db, about)
  const one = rail.sent.at(-1)!
  const receipt = receiptOf(one)
  return { ...about, one, receipt, told: toldOf(one, { state: 'paid', receipt: receipt.receipt }) }
}
const typedFor = async (about: Giver) => typed((await codesOf(db, about.driveId)).number)

test('gifts that are listed at once are let in together: each is booked once [T590]', long, async () => {
  const steps = await dies(20, {
    begin: async () => {
      const onPhones = [await asked(), await asked()]
      const byHand = [await giver(), await giver()]
      rail.listed = [...onPhones.map(({ receipt }) => receipt), ...(await Promise.all(byHand.map(typedFor)))]
      return [...onPhones, ...byHand]
    },
    formAction: (on) => listReceipts(on),
    after: async (all, how) => {
      await inTheBooksOnce(all, 1, how)
    },
  })
  // Both ways of letting in together were under way.
  for (const together of [
    'payment_id = b.payment_id from unnest',
    'with mine as ( select q.id, q.payment_id, q.network',
  ])
    expect(steps.filter((one) => one.includes(together))).toHaveLength(1)
})

test('what M-Pesa posts of several gifts at once is heard together: each is booked once', long, async () => {
  const hearAll = (on: Db, all: { told: Begun['told'] }[]) =>
    Promise.all(all.map(({ told }) => receiveCallback(on, ...told)))
  const steps = await dies(3, {
    begin: async () => {
      const all = [await asked(), await asked(), await asked()]
      rail.asked = (id) => (all.some(({ one }) => one.id === id) ? ended('paid', '0') : ended('open'))
      rail.listed = all.map(({ receipt }) => receipt)
      return all
    },
    formAction: (on, all) => hearAll(on, all),
    after: async (all, how) => {
      await hearAll(db, all)
      await inTheBooksOnce(all, 1, how)
    },
  })
  expect(
    steps.filter((one) =>
      one.includes('with before as ( update mpesa_prompts q set told = m.told from ( select q.id, m.told from unnest'),
    ),
  ).toHaveLength(1)
})

test.each([
  ['a payment that its payer sent', 1, typedFor],
  ['several of them at once', 3, typedFor],
  ['a payment to the account of a request', 1, async () => undefined],
])('a confirmation of %s is heard: it is booked once', long, async (_, many, sent) => {
  await sql`delete from mpesa_doors`.execute(db)
  await registerUrls(db)
  const at = rail.doorsAt[0]!.confirmation
  const hearAll = (on: Db, all: { receipt: MobileReceipt }[]) =>
    Promise.all(all.map(({ receipt }) => receiveCallback(on, ...payInOf(at, receipt))))
  await dies(5, {
    begin: async () => {
      const all = []
      for (let nr = 0; nr < many; nr++) {
        const about = await asked()
        all.push({ ...about, receipt: (await sent(about)) ?? about.receipt })
      }
      rail.asked = () => ended('open')
      rail.listed = all.map(({ receipt }) => receipt)
      return all
    },
    formAction: (on, all) => hearAll(on, all),
    after: async (all, how) => {
      for (const { status } of await hearAll(db, all)) expect(status, how).toBe(200)
      await inTheBooksOnce(all, 1, how)
    },
  })
})

/** The number of its drive with one digit wrong, near which no other drive has one. */
async function slipOf({ driveId }: Giver): Promise<string> {
  const { number } = await codesOf(db, driveId)
  for (let more = 1; more < 10; more++) {
    const slip = `${number.slice(0, 2)}${(Number(number[2]) + more) % 10}${number.slice(3)}`
    const near = await nearestCodes(db, slip, 20)
    if (near.every((one) => one.driveId === driveId || editsBetween(one.code, slip) > 1)) return slip
  }
  throw new Error(`every number beside ${number} has others near it`)
}

test('a claim that places money: one gift, which has its giver', long, async () => {
  await dies(12, {
    begin: async () => {
      const about = await giver()
      const money = typed(await slipOf(about))
      rail.listed = [money]
      await listReceipts(db)
      expect((await arrived(about)).gifts).toBe(0)
      const giverOf = { name: 'Amina Yusuf', message: '', phone: about.phone, anonymous: false }
      return { ...about, claimed: { receipt: money.receipt, tail: money.tail!, ...giverOf } }
    },
    formAction: (on, { driveId, claimed }) => claim(on, driveId, claimed),
    after: async ({ claimed, ...about }, how) => {
      expect(await claim(db, about.driveId, claimed), how).toEqual({ is: 'here', cents: amount })
      await inTheBooksOnce(about, 1, how)
      const { rows } = await sql`
        select d.donor_name, s.state from mpesa_receipts r join donations d on d.payment_id = r.payment_id
          join suspense s on s.provider_tx_id = r.receipt where r.receipt = ${claimed.receipt}`.execute(db)
      expect(rows, how).toEqual([{ donor_name: 'Amina Yusuf', state: 'placed' }])
    },
  })
})

/** The portal's file of these payments, each with its charge. */
function statementOf(all: MobileReceipt[]): Uint8Array {
  const heads =
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'
  const time = '03-11-2026 10:00:00'
  const line = (code: string, [paidIn, out]: [string, string], [reason, linked, account]: [string, string, string]) => [
    code,
    time,
    time,
    'x',
    'Completed',
    paidIn,
    out,
    '0',
    'true',
    reason,
    '2547 ***** 126 - AMINA',
    linked,
    account,
  ]
  const lines = all.flatMap(({ receipt, cents, account }) => [
    line(receipt, [String(cents / 100), ''], ['Pay Bill Online', '', account]),
    line(`SKF${String(nextNr()).padStart(7, '0')}`, ['', '-5'], ['Pay Bill Charge', receipt, '']),
  ])
  return new TextEncoder().encode(['Short Code:,174379', heads, ...lines.map((one) => one.join(','))].join('\r\n'))
}

test('a statement that is taken in and worked off: each gift and each charge is booked once', long, async () => {
  const by = { id: (await somePerson(db, { admin: true })).id, address: '10.0.0.0' }
  const bring = async (on: Db, bytes: Uint8Array) => {
    const { id } = await takeStatement(on, bytes, by)
    await importStatement(on, { statementId: id })
  }
  await dies(30, {
    begin: async () => {
      const [onPhone, ...byHand] = [await asked(), await giver()]
      const listed = [onPhone.receipt, ...(await Promise.all(byHand.map(typedFor)))]
      return { all: [onPhone, ...byHand], bytes: statementOf(listed), fees: await balanceOf(db, 'provider_fees') }
    },
    formAction: (on, { bytes }) => bring(on, bytes),
    after: async ({ all, bytes, fees }, how) => {
      rail.listed = []
      await bring(db, bytes)
      await inTheBooksOnce(all, 1, how)
      expect((await balanceOf(db, 'provider_fees')) - fees, how).toBe(2 * 500)
    },
  })
})
