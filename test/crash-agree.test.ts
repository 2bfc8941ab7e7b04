import { randomUUID } from 'node:crypto'
import { beforeEach, describe } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { inviteHelper, joinHelper, leaveHelper, removeHelper } from '#app/invitations/helpers/members.server.ts'
import { decideChange } from '#app/money/payouts/admin/change.server.ts'
import { dropChange, objectToChange, setSignatures } from '#app/money/payouts/changes.server.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { cancelRequest } from '#app/money/payouts/decide.server.ts'
import { hearText } from '#app/money/payouts/replies.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { lapseSignatures, sayVerdict } from '#app/money/payouts/sign.server.ts'
import { mailSigner } from '#app/money/payouts/signer-mails.server.tsx'
import { askToGiveAllBack } from '#app/money/refunds/give-all-back.server.ts'
import { openSealed } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { hearOfTexts } from '#app/platform/sms/reports.server.ts'
import { africasTalking, useTexter } from '#app/platform/sms/texter.server.ts'
import { allOrNothing, queued } from './crash-changes.ts'
import { testDatabase } from './database.ts'
import { leavesSomethingBehind } from './leave-behind.ts'
import { someDrive, somePerson } from './make.ts'
import { gift, phoneOf } from './money.ts'
import { allRows, countOf, oneRow, setRows } from './rows.ts'
import { scriptedProvider } from './scripted-provider.ts'
import { timePasses } from './time.ts'
import { someTreasurer } from './treasurers.ts'

leavesSomethingBehind()

// The process of a person who asks for money, agrees, refuses, objects or decides about who must agree is killed at each place where something else can be
// left. Afterwards all of it is there or nothing, and done again it comes to its one end.

const db = await testDatabase()
const admin = { id: (await somePerson(db, { admin: true })).id, address: '' }
beforeEach(() => void scriptedProvider())

/** A drive with KES 1,000,000 and two treasurers, of whom so many must agree. */
async function drive(number = 2) {
  const made = await someDrive(db)
  const signers = [await someTreasurer(db, made), await someTreasurer(db, made)] as const
  const { id: methodId } = await phoneOf(db, made.ownerId)
  const mine = { ownerId: made.ownerId, slug: made.slug }
  await setSignatures(db, mine, number)
  await gift(db, made.id, 100_000_000)
  const of = { ownerId: made.ownerId, driveId: made.id, methodId }
  const asked = { ...of, amount: 40_000_000, key: randomUUID(), purpose: 'Hospital bill', parts: 2 }
  return { ...made, signers, mine, asked }
}
/** The same with a withdrawal of two parts, and so many words of yes. */
async function asking(yes = 0, number = 2) {
  const made = await drive(number)
  const { id: payout } = await requestPayout(db, made.asked)
  const { whole } = await oneRow('payout_requests', { id: payout })
  const about = { ...made, payout, whole }
  for (let at = 0; at < yes; at++) await says(about, at, 'yes')
  return about
}
type Asking = Awaited<ReturnType<typeof asking>>
const says = ({ id, payout, signers }: Asking, at: number, verdict: 'yes' | 'no', on = db) =>
  sayVerdict(on, payout, { driveId: id, by: signers[at]!.id, verdict })

/** How each part stands with its story, what is free, and the words. */
async function stands({ id, asked }: { id: string; asked: { key: string } }) {
  const parts = await allRows('payout_requests', { fund_drive_id: id })
  const stories = []
  for (const part of parts) {
    const steps = await allRows('payout_events', { payout_id: part.id })
    stories.push([part.status, ...steps.map(({ kind }) => kind)].join(' '))
  }
  const words = parts[0] ? await allRows('payout_signatures', { whole: asked.key }) : []
  return [...stories, (await balanceNow(db, id)).available, ...words.map(({ verdict }) => verdict)]
}
const twice = (story: string) => [story, story]

describe('a withdrawal that treasurers must agree to', () => {
  allOrNothing('is asked for, or not, with all its parts [T1679]', {
    begin: () => drive(),
    does: (on, { asked }) => requestPayout(on, asked),
    leaves: stands,
    from: [100_000_000],
    to: [...twice('waiting requested'), 60_000_000],
  })

  allOrNothing('goes to the office with the last yes, or waits without it', {
    begin: () => asking(1),
    does: (on, about) => says(about, 1, 'yes', on),
    leaves: async (about) => [...(await stands(about)), await queued('mail-signer', { userId: about.signers[0].id })],
    from: [...twice('waiting requested'), 60_000_000, 'yes', 2],
    to: [...twice('processing requested signed'), 60_000_000, 'yes', 'yes', 3],
  })

  allOrNothing('ends with the no that leaves too few, and the money is free', {
    begin: () => asking(1),
    does: (on, about) => says(about, 1, 'no', on),
    leaves: stands,
    from: [...twice('waiting requested'), 60_000_000, 'yes'],
    to: [...twice('rejected requested refused'), 100_000_000, 'yes', 'no'],
  })

  allOrNothing('lapses', {
    begin: async () => {
      const about = await asking(1)
      await timePasses('15 days', { payout_requests: { whole: about.whole } })
      return about
    },
    does: (on) => lapseSignatures(on),
    leaves: stands,
    from: [...twice('waiting requested'), 60_000_000, 'yes'],
    to: [...twice('rejected requested lapsed'), 100_000_000, 'yes'],
  })

  allOrNothing('is cancelled by its owner', {
    begin: () => asking(1),
    does: (on, { id, ownerId, payout }) => cancelRequest(on, payout, { driveId: id, by: ownerId }),
    leaves: stands,
    from: [...twice('waiting requested'), 60_000_000, 'yes'],
    to: [...twice('rejected requested cancelled'), 100_000_000, 'yes'],
  })

  allOrNothing('waits again once Complete finds too few', {
    begin: async () => {
      const about = await asking(1, 1)
      await setRows('drive_helpers', { id: about.signers[0].helper }, { left_at: new Date() })
      return about
    },
    does: (on, { payout }) => completePayout(on, payout, { by: admin.id }),
    leaves: stands,
    from: [...twice('processing requested signed'), 60_000_000, 'yes'],
    to: [...twice('waiting requested signed unsigned'), 60_000_000, 'yes'],
  })
})

describe('an answer by text', () => {
  const left: string[] = []
  beforeEach(() => {
    const { read } = africasTalking({ username: 'x', key: 'x', baseUrl: 'http://localhost' })
    Object.assign(settings, { pretends: true, APP_URL: 'http://localhost:3000' })
    useTexter({ read, send: async (_, text) => ({ is: 'taken', id: String(left.push(text)), cents: 80 }) })
  })

  let phones = 0
  /** A treasurer was asked by text, and answers with the code, or with another one. */
  async function heard(word: 'YES' | 'NO', wrong = 0) {
    const about = await asking()
    const phone = `+2547444${String(++phones).padStart(5, '0')}`
    const { id: userId } = about.signers[0]
    await db.insertInto('user_phones').values({ phone, user_id: userId }).execute()
    await setRows('users', { id: userId }, { email: null, email_verified: false })
    const [event] = await allRows('payout_events', { payout_id: about.payout })
    await mailSigner(db, { eventId: event!.id, userId })
    const { sealed } = await oneRow('sms_outbox', { phone })
    const code = openSealed('sms', sealed!)
    const shown = String((Number(code) + wrong) % 100_000_000).padStart(6, '0')
    await hearOfTexts(db, new URLSearchParams({ from: phone, to: '20880', text: `${word} ${shown}`, id: randomUUID() }))
    const [{ id: heardId } = { id: 0 }] = await allRows('sms_heard', { phone })
    return { ...about, heardId, phone }
  }
  type Heard = Awaited<ReturnType<typeof heard>>
  const does = (on: typeof db, { heardId }: Heard) => hearText(on, { heardId })
  const leaves = async (about: Heard) => {
    const [code] = await allRows('reply_codes', { user_id: about.signers[0].id })
    const texts = await countOf('sms_heard', { id: about.heardId })
    const answers = (await countOf('sms_outbox', { phone: about.phone })) - 1
    return [...(await stands(about)), code!.said, code!.tries, `heard ${texts}`, `answered ${answers}`]
  }
  const before = [...twice('waiting requested'), 60_000_000, null, 0, 'heard 1', 'answered 0']
  const agreed = [...twice('waiting requested'), 60_000_000, 'yes', 'yes', 0]

  allOrNothing('agrees once, and is deleted', {
    begin: () => heard('YES'),
    does,
    leaves,
    from: before,
    between: [[...agreed, 'heard 1', 'answered 0']],
    to: [...agreed, 'heard 0', 'answered 0'],
  })

  allOrNothing('with a wrong code counts once, and is answered once', {
    begin: () => heard('YES', 1),
    does,
    leaves,
    from: before,
    to: [...twice('waiting requested'), 60_000_000, null, 1, 'heard 0', 'answered 1'],
  })

  allOrNothing('that comes too late is told why, once', {
    begin: async () => {
      const about = await heard('NO')
      await cancelRequest(db, about.payout, { driveId: about.id, by: about.ownerId })
      return about
    },
    does,
    leaves,
    from: [...twice('rejected requested cancelled'), 100_000_000, null, 0, 'heard 1', 'answered 0'],
    to: [...twice('rejected requested cancelled'), 100_000_000, null, 0, 'heard 0', 'answered 1'],
  })
})

describe('a change of who must agree', () => {
  /** The number, the changes, who counts, and how many were told. */
  async function guarded({ id }: { id: string }) {
    const { signatures, giving_back: isGivingBack } = await oneRow('fund_drives', { id })
    const changes = await allRows('money_changes', { fund_drive_id: id })
    const there = (await allRows('drive_helpers', { fund_drive_id: id })).filter(
      (one) => one.accepted_at && !one.left_at,
    )
    let told = 0
    for (const change of changes) told += await queued('mail-change', { changeId: change.id })
    return [
      signatures,
      isGivingBack,
      there.length,
      ...changes.map(({ kind, state }) => `${kind} ${state}`),
      `told ${told}`,
    ]
  }
  async function lower() {
    const made = await drive()
    await setSignatures(db, made.mine, 1)
    return { ...made, change: (await oneRow('money_changes', { fund_drive_id: made.id })).id }
  }
  type Lower = Awaited<ReturnType<typeof lower>>
  const object = (on: typeof db, { change, id, signers }: Lower) =>
    objectToChange(on, change, { driveId: id, by: signers[0].id, why: 'Why?' })
  const [none, asked] = [
    [2, false, 2, 'told 0'],
    [2, false, 2, 'number waiting', 'told 3'],
  ]

  allOrNothing('to a lower number is asked for, and all are told [T1680]', {
    begin: () => drive(),
    does: (on, { mine }) => setSignatures(on, mine, 1),
    leaves: guarded,
    from: none,
    to: asked,
  })

  allOrNothing('to a higher number is made at once', {
    begin: () => drive(1),
    does: (on, { mine }) => setSignatures(on, mine, 2),
    leaves: guarded,
    from: [1, false, 2, 'told 0'],
    to: [2, false, 2, 'number done', 'told 3'],
  })

  allOrNothing('is held by an objection', {
    begin: lower,
    does: object,
    leaves: guarded,
    from: asked,
    to: [2, false, 2, 'number held', 'told 6'],
  })

  for (const [what, state, audit] of [
    ['through', 'waiting', 'change let through'],
    ['drop', 'dropped', 'change dropped'],
  ] as const)
    allOrNothing(`that is held is decided by an administrator, with a line in the log: ${what}`, {
      begin: async () => {
        const made = await lower()
        await object(db, made)
        return made
      },
      does: (on, { change }) => decideChange(on, change, { by: admin, why: 'We called them', what }),
      leaves: async (made) => [...(await guarded(made)), await countOf('audit_log', { subject: made.id, act: audit })],
      from: [2, false, 2, 'number held', 'told 6', 0],
      to: [2, false, 2, `number ${state}`, 'told 9', 1],
    })

  allOrNothing('is dropped by the owner', {
    begin: lower,
    does: (on, { change, id, ownerId }) => dropChange(on, change, { driveId: id, by: ownerId }),
    leaves: guarded,
    from: asked,
    to: [2, false, 2, 'number dropped', 'told 6'],
  })

  allOrNothing('comes with a treasurer who joins', {
    begin: async () => {
      const made = await drive()
      const person = await somePerson(db)
      return { ...made, person: person.id, link: await inviteHelper(db, made.mine, 'Achieng', 'treasurer') }
    },
    does: (on, { person, link }) => joinHelper(on, { id: person, isConfirmed: true }, link),
    leaves: guarded,
    from: none,
    to: [2, false, 3, 'joins waiting', 'told 4'],
  })

  allOrNothing('comes with one who is removed', {
    begin: () => drive(1),
    does: (on, { mine, signers }) => removeHelper(on, mine, signers[0].helper),
    leaves: guarded,
    from: [1, false, 2, 'told 0'],
    to: [1, false, 2, 'leaves waiting', 'told 3'],
  })

  allOrNothing('comes with one who leaves', {
    begin: () => drive(1),
    does: (on, { id, signers }) => leaveHelper(on, signers[0].id, { fund_drive_id: id }),
    leaves: guarded,
    from: [1, false, 2, 'told 0'],
    to: [1, false, 1, 'leaves done', 'told 3'],
  })

  allOrNothing('comes with giving everything back, which cancels what waits', {
    begin: () => asking(1),
    does: async (on, { id, mine, ownerId }) =>
      askToGiveAllBack(on, mine, { title: (await oneRow('fund_drives', { id })).title, by: ownerId }),
    leaves: async (about) => [...(await stands(about)), ...(await guarded(about))],
    from: [...twice('waiting requested'), 60_000_000, 'yes', ...none],
    to: [...twice('rejected requested cancelled'), 100_000_000, 'yes', 2, true, 2, 'give_back waiting', 'told 3'],
  })
})
