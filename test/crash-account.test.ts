import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  answerLink,
  nameBeneficiary,
  tellBeneficiary,
  tokenOfBeneficiary,
} from '#app/drives/beneficiary/beneficiary.server.tsx'
import { recordCheck } from '#app/drives/papers/admin/papers-list.server.ts'
import { addPaper, removePaper, sweepPapers } from '#app/drives/papers/papers.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { confirmNumber, endNumber } from '#app/money/institutions/admin/institutions-list.server.ts'
import { addInstitution } from '#app/money/institutions/institutions.server.ts'
import { agreeToBack, refuseBack } from '#app/money/payments/admin/asked-back.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { withdraw } from '#app/money/payouts/request.server.ts'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { askBackByCode, askBackByKey, buttonFor, giveBack, sendProof } from '#app/money/refunds/ask-back.server.ts'
import { addReceipts, undoReceipt } from '#app/money/spending/receipts.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { asking as visitor } from './asking.ts'
import { dieEverywhere } from './crash.ts'
import { allOrNothing, queued } from './crash-changes.ts'
import { testDatabase } from './database.ts'
import { someDrive, somePerson } from './make.ts'
import { fundedDrive, gift, giftByPhone } from './money.ts'
import { aMark, aNumber, lastTextTo, textWaiting } from './phone-codes.ts'
import { photo } from './pictures.ts'
import { allRows, countOf, oneRow } from './rows.ts'
import { scriptedProvider } from './scripted-provider.ts'
import { timePasses } from './time.ts'

// Gifts that are asked back, receipts, papers, payees, institutions and the book: the process at work is killed at each place where
// something else can be left. Afterwards all of it is there or nothing, and done again it comes to its one end.

const db = await testDatabase()
const one = { id: (await somePerson(db, { admin: true })).id, address: '' }
const two = { id: (await somePerson(db, { admin: true })).id, address: '' }
beforeEach(async () => {
  scriptedProvider()
  await sql`delete from rate_limits`.execute(db)
})

describe('a gift', () => {
  async function given(amount = 50_000) {
    const drive = await someDrive(db)
    const { id } = await gift(db, drive.id, amount, { donorEmail: `${randomUUID()}@example.test` })
    const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
    return { drive, id, receipt, donationId }
  }
  type Given = Awaited<ReturnType<typeof given>>
  const press = async ({ receipt, donationId }: Given) =>
    askBackByKey(db, receipt, (await buttonFor(db, donationId))!.link.split('/').at(-1)!)
  /** Refunds with how they stand, jobs that send them, and lines of the log. */
  const leaves = async ({ id }: { id: number }) => {
    const backs = await allRows('reversals', { payment_id: id })
    const jobs = backs[0] ? await queued('send-refund', { reversalId: backs[0].id }) : 0
    const log = await allRows('audit_log', { subject: String(id) })
    return [...backs.map((back) => `${back.asked_as} ${back.state}`), jobs, ...log.map(({ act }) => act)]
  }

  allOrNothing('is asked back by the code on the phone, or not', {
    begin: async () => {
      const [drive, phone, mark] = [await someDrive(db), aNumber(), aMark()]
      const { id } = await giftByPhone(db, drive.id, 50_000, phone)
      const { receipt } = await oneRow('donations', { payment_id: id })
      const { request, context: _ } = visitor()
      const asker = { request, address: '41.90.7.7' }
      await sendProof(db, receipt, { asker, mark, language: 'en', number: '' })
      await textWaiting(db, phone, 'ask back', mark)
      const code = (await lastTextTo(db, phone))!.text!.match(/\d{6}/)![0]
      return { id, receipt, shown: { mark, code, asker } }
    },
    does: (on, { receipt, shown }) => askBackByCode(on, receipt, shown),
    leaves,
    from: [0],
    to: ['giver open', 1],
  })

  allOrNothing('is given back by the organiser, with a line in the log, or not', {
    begin: async () => ({ ...(await given()), key: randomUUID() }),
    does: (on, { drive, donationId, key }) =>
      giveBack(on, { driveId: drive.id, donationId, why: 'Twice', key, by: { id: drive.ownerId, address: '' } }),
    leaves,
    from: [0],
    to: ['owner open', 1, 'refund asked'],
  })

  const rush = async () => {
    const made = await given(3_000_000)
    await press(made)
    const { id } = await gift(db, made.drive.id, 10_000, { donorEmail: `${randomUUID()}@example.test` })
    const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
    await press({ ...made, receipt, donationId })
    return { id }
  }
  for (const [what, decide, end] of [
    ['goes back', agreeToBack, ['giver open', 1, 'back agreed']],
    ['stays', refuseBack, ['giver failed', 0, 'back refused']],
  ] as const)
    allOrNothing(`that an administrator decides about ${what}, with a line in the log, or waits`, {
      begin: rush,
      does: (on, { id }) => decide(on, id, { why: 'We called them', by: one }),
      leaves,
      from: ['giver open', 0],
      to: end,
    })
})

describe('receipts', () => {
  async function withdrawn() {
    const drive = await fundedDrive(db, [100_000])
    const { id: payout } = await drive.ask(80_000)
    await completeByHand(db, payout, { by: one.id })
    return { ...drive, payout, key: randomUUID() }
  }
  type Withdrawn = Awaited<ReturnType<typeof withdrawn>>
  /** Households of one pasted list. */
  const rows = Array.from({ length: 200 }, (_, nr) => ({
    amount: 100 + nr,
    paidTo: `Household ${nr}`,
    what: 'Food',
    day: dayAt(new Date()),
  }))
  const add = (on: Db, { id: driveId, ownerId: by, payout, key }: Withdrawn) =>
    addReceipts(on, { driveId, payout, by, key, rows, showsName: true, image: null, noPhoto: 'Signed list' })
  const leaves = async ({ id }: Withdrawn) => {
    const all = await allRows('payout_receipts', { fund_drive_id: id })
    return [all.length, all.filter((row) => row.undone_at).length]
  }

  allOrNothing('of a pasted list are all there or none [T1681]', {
    begin: withdrawn,
    does: add,
    leaves,
    from: [0, 0],
    to: [200, 0],
  })

  allOrNothing('of a list are all undone or none', {
    begin: async () => {
      const made = await withdrawn()
      await add(db, made)
      return { ...made, receipt: (await allRows('payout_receipts', { fund_drive_id: made.id }))[7]!.id }
    },
    does: (on, { id: driveId, ownerId: by, payout, receipt }) =>
      undoReceipt(on, { driveId, payout, by, receipt, why: 'Another list', all: 'on' }),
    leaves,
    from: [200, 0],
    to: [200, 200],
  })
})

describe('the book', () => {
  const leaves = async ({ id }: { id: string }) => {
    const lines = await allRows('book_lines', { fund_drive_id: id }, 'n')
    const days = await countOf('book_days', { fund_drive_id: id })
    return [lines.length, days, await queued('mail-book', { driveId: id })]
  }

  allOrNothing('is closed line by line and day by day, and its reader is told once, wherever its job dies [T1683]', {
    begin: async () => {
      const drive = await fundedDrive(db, [10_000, 20_000])
      await timePasses('1 day')
      await gift(db, drive.id, 30_000)
      await timePasses('1 day')
      return drive
    },
    does: (on) => closeBooks(on, 1),
    leaves,
    from: [0, 0, 0],
    between: [
      [1, 0, 0],
      [2, 0, 0],
    ],
    to: [3, 2, 1],
  })
})

describe('papers', () => {
  const picture = async () =>
    new File([new Uint8Array(await photo(640, 480).jpeg().toBuffer())], 'id.jpg', { type: 'image/jpeg' })
  const adding = async () => ({ ...(await someDrive(db)), key: randomUUID() })
  type Adding = Awaited<ReturnType<typeof adding>>
  const add = async (on: Db, { id: driveId, ownerId: by, key }: Adding) =>
    addPaper(on, { driveId, by, purpose: 'identity', photo: await picture(), key })
  const leaves = async ({ id, ownerId }: Adding) => [
    await countOf('papers', { fund_drive_id: id }),
    await countOf('drive_checks', { user_id: ownerId }),
    await countOf('audit_log', { subject: id, act: 'check recorded' }),
    await queued('mail-check', { driveId: id }),
    await queued('mail-papers-go', { driveId: id }),
  ]
  const there = async () => {
    const made = await adding()
    await add(db, made)
    return { ...made, paper: (await oneRow('papers', { fund_drive_id: made.id })).id }
  }

  allOrNothing('are added once', { begin: adding, does: add, leaves, from: [0, 0, 0, 0, 0], to: [1, 0, 0, 0, 0] })

  allOrNothing('are deleted by their owner', {
    begin: there,
    does: (on, { id, paper }) => removePaper(on, id, paper),
    leaves,
    from: [1, 0, 0, 0, 0],
    to: [0, 0, 0, 0, 0],
  })

  allOrNothing('are told of before they go unseen, once', {
    begin: async () => {
      const made = await there()
      await timePasses('28 days', { papers: { fund_drive_id: made.id } })
      return made
    },
    does: (on) => sweepPapers(on),
    leaves,
    from: [1, 0, 0, 0, 0],
    to: [1, 0, 0, 0, 1],
  })

  test('are seen with a line in the log and an email to their owner, or not', { timeout: 240_000 }, async () => {
    const check = { purpose: 'identity', verdict: 'seen', method: '', words: '' } as const
    await dieEverywhere({
      begin: there,
      formAction: ({ db: mortal }, { id }) => recordCheck(mortal, id, check, one),
      after: async (about, how) =>
        expect(
          [
            [1, 0, 0, 0, 0],
            [1, 1, 1, 1, 0],
          ],
          how,
        ).toContainEqual(await leaves(about)),
    })
  })
})

describe('the one a drive is for', () => {
  const named = { name: 'Mama Achieng', relation: 'My mother', language: 'en' as const }
  const naming = async () => ({ ...(await someDrive(db)), contact: { email: null, phone: aNumber() } })
  type Naming = Awaited<ReturnType<typeof naming>>
  const name = (on: Db, { id, contact }: Naming) => nameBeneficiary(on, id, { ...named, contact })
  const keyOf = async ({ id }: { id: string }) => (await oneRow('beneficiaries', { fund_drive_id: id })).link_key
  const leaves = async ({ id, contact: { phone } }: Naming) => {
    const all = await allRows('beneficiaries', { fund_drive_id: id }, 'fund_drive_id')
    const letters = (await allRows('support_messages', { fund_drive_id: id })).map(
      ({ state, holds }) => `${state} ${holds}`,
    )
    return [
      ...all.map(({ answer }) => answer),
      await queued('tell-beneficiary', { driveId: id }),
      ...letters,
      await countOf('sms_outbox', { phone }),
    ]
  }
  const there = async () => {
    const made = await naming()
    await name(db, made)
    return made
  }

  allOrNothing('is named with the job that sends the link', {
    begin: naming,
    does: name,
    leaves,
    from: [0, 0],
    to: [null, 1, 0],
  })

  allOrNothing('is sent the link once', {
    begin: there,
    does: async (on, made) => tellBeneficiary(on, { driveId: made.id, linkKey: await keyOf(made) }),
    leaves,
    from: [null, 1, 0],
    to: [null, 1, 1],
  })

  allOrNothing('says no with the letter that holds the money, or has not answered', {
    begin: there,
    does: async (on, made) =>
      answerLink(on, tokenOfBeneficiary(await keyOf(made)), { answer: 'no', showsName: false, by: undefined }),
    leaves,
    from: [null, 1, 0],
    to: ['no', 1, 'open true', 0],
  })
})

describe('an institution', () => {
  const why = 'From its bill of 12 November'
  const typed = async () =>
    ({ name: `Kijani Hospital ${randomUUID()}`, kind: 'hospital', number: { paybill: '522522' }, source: why }) as const
  const added = async () => {
    const own = await typed()
    return { ...own, id: await addInstitution(db, own, one) }
  }
  const confirmed = async () => {
    const own = await added()
    await confirmNumber(db, own.id, { by: two, why })
    return own
  }
  const leaves = async ({ name }: { name: string }) => {
    const [found] = await allRows('institutions', { name }, 'name')
    if (!found) return []
    const log = await allRows('audit_log', { subject: found.id })
    const open = await countOf('proposals', { about: 'institution', subject: found.id })
    return [found.confirmed_at !== null, found.ended_at !== null, open, ...log.map(({ act }) => act)]
  }

  allOrNothing('is added with the first of two words', {
    begin: typed,
    does: (on, own) => addInstitution(on, own, one),
    leaves,
    from: [],
    to: [false, false, 1, 'institution added', 'institution asked'],
  })

  allOrNothing('is confirmed by the second, or waits [T1684]', {
    begin: added,
    does: (on, { id }) => confirmNumber(on, id, { by: two, why }),
    leaves,
    from: [false, false, 1, 'institution added', 'institution asked'],
    to: [true, false, 0, 'institution added', 'institution asked', 'institution confirmed'],
  })

  allOrNothing('is ended, or is not', {
    begin: confirmed,
    does: (on, { id }) => endNumber(on, id, { by: one, why }),
    leaves,
    from: [true, false, 0, 'institution added', 'institution asked', 'institution confirmed'],
    to: [true, true, 0, 'institution added', 'institution asked', 'institution confirmed', 'institution ended'],
  })

  allOrNothing('is asked for money to, with its method, or neither', {
    begin: async () => ({ ...(await fundedDrive(db, [500_000])), to: await confirmed(), key: randomUUID() }),
    does: (on, { id: driveId, ownerId, to, key }) =>
      withdraw(on, {
        ownerId,
        driveId,
        amount: 100_000,
        to: { method: { type: 'institution', institution: to.id, account: 'IP 4711' } },
        key,
      }),
    leaves: async ({ id, ownerId }) => [
      await countOf('payout_requests', { fund_drive_id: id }),
      await countOf('withdrawal_methods', { user_id: ownerId, method_type: 'institution' }),
    ],
    from: [0, 0],
    to: [1, 1],
  })
})
