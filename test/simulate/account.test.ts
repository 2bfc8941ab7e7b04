import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { answerLink, nameBeneficiary } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { recordCheck } from '#app/drives/papers/admin/papers-list.server.ts'
import { followByForm, setFollowing } from '#app/drives/updates/followers.server.ts'
import { postUpdate } from '#app/drives/updates/updates.server.ts'
import { addInstitution } from '#app/money/institutions/institutions.server.ts'
import { thePool } from '#app/platform/db.server.ts'
import { type Follower, hearNews, type Post, unasked, untold } from './account-model.ts'
import { compare } from './run.ts'
import { keptBack, mayAsk, sentAllTheSame, unjust } from './trust-model.ts'
import { pass } from './whole.ts'
import { openWorld, type Payout, type World } from './world.ts'

// The simulation of updates, papers, payees and institutions: whether it would notice.

let world: World
beforeEach(async () => {
  world = await openWorld(13, inject('role'))
})
afterEach(() => world.close())

/** A reader who asked for updates of the first drive and pressed the button, or one on a phone. */
function reader(contact: string): Follower {
  const own = {
    isEnded: false,
    wasEnded: false,
    isConfirmed: true,
    gift: undefined,
    links: {},
    told: new Set<number>(),
  }
  const one = { drive: world.drives[0]!, contact, ...own }
  world.account.followers.push(one)
  return one
}

/** An update that its writer was told is there. */
function posted(own: Partial<Post> = {}): Post {
  const { account, drives, paystack } = world
  const at = paystack.clock.now()
  const rest = { key: crypto.randomUUID(), about: undefined, is: 'shown', wasHidden: false } as const
  const one = { nr: account.posts.length + 1, drive: drives[0]!, at, reaches: [...account.followers], ...rest, ...own }
  account.posts.push(one)
  return one
}

const comes = async (to: string, text: string, subject = 'Heal Mama Achieng') => {
  await thePool().query(
    `insert into sandbox.mails (to_address, subject, text, html, raw) values ($1, $2, $3, '', '')`,
    [to, subject, text],
  )
  await hearNews(world)
}
const found = () => world.account.wrong.splice(0)

test('an email about an update is found that comes twice, after its reader ended it, or to one who never asked [T1690]', async () => {
  const one = reader('fan1.0@example.test')
  posted()
  await comes(one.contact, 'Habari 1. The roof is on.')
  expect(found()).toEqual([])
  await comes(one.contact, 'Habari 1. The roof is on.')
  expect(found()).toEqual(['fan1.0@example.test was told of update 1, a second time'])
  one.isEnded = true
  posted({ is: 'hidden' })
  await world.advance(86_400_000)
  await comes(one.contact, 'Habari 2. The roof is on.')
  await comes('stranger@example.test', 'Habari 2. The roof is on.')
  expect(found()).toEqual([
    'fan1.0@example.test was told of update 2, which is hidden',
    'fan1.0@example.test was told of update 2, and has ended it',
    'stranger@example.test was told of update 2, and never asked for it',
    'stranger@example.test was told of update 2, which is hidden',
  ])
})

test('a second mailing of a drive on one day is found, and an update that does not come to a reader [T1691]', async () => {
  const [one, other] = [reader('fan1.0@example.test'), reader('fan2.0@example.test')]
  posted()
  posted()
  await comes(one.contact, 'Habari 1. The roof is on.')
  await comes(other.contact, 'Habari 1. The roof is on.')
  expect(untold(world)).toEqual([
    'not everybody was told: fan1.0@example.test not of 2, fan2.0@example.test not of 2; 0 emails were lost when the house died',
  ])
  await comes(one.contact, 'Habari 2. The roof is on.')
  expect(found().join()).toMatch(/^a second mailing of .* began on 2027-03-01, with 2$/)
  await world.advance(86_400_000)
  await comes(other.contact, 'Habari 2. The roof is on.')
  expect([found(), untold(world)]).toEqual([[], []])
})

test('a text about an update is found that comes after STOP, at night, or twice in a week [T1692]', async () => {
  const one = reader('+254712000101')
  for (let nr = 0; nr < 3; nr++) posted()
  const text = async (nr: number, at: string, isSure = true, words = 'STOP to end') => {
    world.account.texts.push({ to: one.contact, text: `Habari ${nr}. ${words}`, at: new Date(at), isSure })
    await hearNews(world)
    return found()
  }
  expect(await text(1, '2027-03-01T10:00:00Z', false)).toEqual([])
  expect(await text(1, '2027-03-01T10:02:00Z')).toEqual([])
  expect(await text(1, '2027-03-01T10:04:00Z')).toEqual(['+254712000101 was texted update 1: a second time'])
  expect(await text(2, '2027-03-03T03:00:00Z', true, 'Bye')).toEqual([
    '+254712000101 was texted update 2: nothing says how it ends',
    '+254712000101 was texted update 2: it was 6 o’clock',
    expect.stringContaining('+254712000101 was texted update 2: the last one came '),
  ])
  world.account.stopped.add(one.contact)
  expect(await text(3, '2027-03-20T10:00:00Z')).toEqual(['+254712000101 was texted update 3: it had said STOP'])
})

/** A withdrawal as its owner was told it is. */
const payout = (own: Partial<Payout> = {}): Payout => {
  const drive = world.drives[0]!
  const rest = { is: 'processing', needs: 0, words: new Map(), receipts: [], method: drive.methods[0]! } as const
  const one = { id: 1, drive, amount: 900_000, net: 855_000, ...rest, receipts: [], ...own }
  world.payouts.push(one)
  return one
}

test('a question about a withdrawal is found that comes twice, or after supporters were told [T1693]', async () => {
  const one = payout({ is: 'by-hand' })
  const ask = () => comes('owner@example.test', 'http://localhost/fund-drive/x/updates?for=1', 'What was it for? KES 1')
  await ask()
  expect(found()).toEqual([])
  await ask()
  expect(found()).toEqual(['what 1 was for was asked twice'])
  world.account.askedFor.clear()
  posted({ about: one })
  await ask()
  expect(found()).toEqual(['what 1 was for was asked, and is answered'])
  expect(await unasked(world)).toEqual([])
})

test('a withdrawal beyond the ceiling is kept back until the organiser’s identity was seen, but not one to an institution [T1694]', async () => {
  const one = payout()
  const [drive] = [one.drive]
  const why = await keptBack(world, one, 'by-hand')
  expect([why.join(), await mayAsk(world, drive, 1)]).toEqual(['/Look at its papers first/', false])
  expect(unjust('refused: Look at its papers first.', why)).toBe(false)
  expect(unjust('refused: Look at its papers first.', [])).toBe(true)
  const at = world.paystack.clock.now()
  const check = { drive, kind: 'identity', about: drive.ownerId, by: world.by, at } as const
  world.trust.checks.push({ ...check, verdict: 'seen' })
  expect([await keptBack(world, one, 'by-hand'), await mayAsk(world, drive, 1)]).toEqual([[], true])
  world.trust.checks.push({ ...check, verdict: 'back' })
  one.institution = 'one'
  expect(await mayAsk(world, drive, 800_000)).toBe(true)
  expect((await keptBack(world, one, 'sent')).map(String)).toEqual(['/sent by hand/', '/is ended in the list/'])
})

test('money is found that is sent although the one it is for knows nothing of the drive [T1695]', async () => {
  const drive = world.drives[0]!
  const { rows } = await thePool().query<{ id: number }>(
    `insert into payout_requests (fund_drive_id, user_id, amount, fee, net, destination, withdrawal_method_id, client_key, whole, typed)
     values ($1, $2, 10000, 500, 9500, '{"type": "bank"}', $3, gen_random_uuid(), gen_random_uuid(), 10000) returning id`,
    [drive.id, drive.ownerId, drive.methods[2]],
  )
  const order = async (reference: string) => {
    await thePool().query(
      `insert into payout_attempts (payout_id, n, reference, provider) values ($1, 1 + (select count(*) from payout_attempts), $2, 'paystack')`,
      [rows[0]!.id, reference],
    )
    await thePool().query(
      `insert into sandbox.paystack_recipients (id, recipient_code, type, name, account_number, bank_code, created_at)
       values ('1', 'RCP_1', 'kepss', 'W', '1', '1', now()) on conflict do nothing`,
    )
    await thePool().query(
      `insert into sandbox.paystack_transfers (id, reference, transfer_code, recipient_id, amount, fee, status, created_at, updated_at)
       values ($2, $1, $1, '1', 9500, 0, 'failed', now(), now())`,
      [reference, reference.split('-')[2]],
    )
    await thePool().query(`update payout_attempts set state = 'failed' where reference = $1`, [reference])
  }
  await order('pay-1-1-00000000000000aa')
  world.trust.letters.set(drive, 1)
  world.trust.before.set(drive, new Set(['pay-1-1-00000000000000aa']))
  expect(await sentAllTheSame(world)).toEqual([])
  await order('pay-1-2-00000000000000bb')
  expect(await sentAllTheSame(world)).toEqual([
    `pay-1-2-00000000000000bb was sent, and the one it is for does not know of ${drive.slug}`,
  ])
})

test('papers, payees, institutions and followers are found that nobody acknowledged [T1696]', async () => {
  const { db, drives, by } = world
  const [drive] = drives as [World['drives'][number]]
  await compare(world)
  await recordCheck(
    db,
    drive.id,
    { purpose: 'cause', verdict: 'seen', method: '', words: 'A bill' },
    { id: by, address: '' },
  )
  await nameBeneficiary(db, drive.id, {
    name: 'Mama Achieng',
    relation: 'My mother',
    language: 'en',
    contact: { email: 'mama@example.test', phone: null },
  })
  await followByForm(db, drive.slug, 'fan1.0@example.test', 'en')
  await postUpdate(
    db,
    { driveId: drive.id, personId: drive.ownerId },
    { key: crypto.randomUUID(), words: 'Habari 1.', photos: [], whole: null },
    world.paystack.clock.now(),
  )
  await pass(world, 60_000)
  const { text } = (await thePool().query(`select text from sandbox.mails where to_address = 'fan1.0@example.test'`))
    .rows[0]
  await setFollowing(db, 'follow', /\/follow\/([0-9a-z-]+)/.exec(text)![1]!)
  await answerLink(db, world.account.links[0]!.token, { answer: 'yes', showsName: true, by: undefined })
  const number = { name: 'Hospital 1', kind: 'hospital', number: { paybill: '522522' }, source: 'Its bill' } as const
  const id = await addInstitution(db, number, { id: by, address: '' })
  const [, second] = [...world.trust.admins.keys()]
  await thePool().query(
    'update institutions set confirmed_by = $2, second_by = $3, confirmed_at = now() where id = $1',
    [id, by, second],
  )
  const wrong = await compare(world).catch((error: Error) => error.message)
  for (const what of [
    'shows 1 updates, not 0',
    'has followers {"emails":1,"phones":0}, not {"emails":0,"phones":0}',
    'the day of cause is 2027-03-01T06:00:00.000Z, not undefined',
    'who checked last is Wanjiru, not undefined',
    'the one it is for is Mama Achieng,mama@example.test,yes,true, not undefined',
    'money can go to Hospital 1, not ',
  ])
    expect(wrong).toContain(what)
})
