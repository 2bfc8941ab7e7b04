import { randomUUID } from 'node:crypto'
import { agree, changePledge, giveUp } from '#app/group/pledges/giver.server.ts'
import { writeFor } from '#app/group/pledges/manage.server.ts'
import { promise } from '#app/group/pledges/pledge.server.ts'
import { hashOfPledgeToken, tokenOf, yesOf } from '#app/group/pledges/token.server.ts'
import { changeRecorded, recordGift, voidRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { dayFrom } from '#test/pledges.ts'
import { rows } from '#test/rows.ts'
import { askPhone, shillings } from './by-phone.ts'
import { type Operation, type Pledge, type Recorded, refused, type World } from './world.ts'

// What a group does beside the books: promises to give later, and gifts that its treasurer wrote down.

const mineOf = ({ ownerId, slug }: World['drives'][number]) => ({ ownerId, slug })
const pledgePhone = ({ luck }: World) => `+25471200022${luck.whole(0, 9)}`

const pledge: Operation = async (world, db) => {
  const { luck } = world
  const drive = luck.oneOf(world.drives)
  const [key, amount, phone] = [randomUUID(), shillings(world), pledgePhone(world)]
  const what = { key, amount, phone, name: 'Amina', email: null, dueOn: dayFrom(luck.whole(1, 9)) }
  const kept = { drive, amount, unagreed: 0, least: amount, isReleased: false }
  try {
    if (luck.onceIn(2)) {
      world.asking = { what: 'pledge', token: tokenOf(key), pledge: { ...kept, agreed: true, byGiver: false } }
      await writeFor(db, mineOf(drive), { ...what, agreed: true })
      world.pledges.push({ ...world.asking.pledge, token: tokenOf(key) })
      return `${amount} written down`
    }
    const { token } = await promise(db, drive.slug, { ...what, anonymous: luck.onceIn(5) }, 'en')
    world.pledges.push({ ...kept, token, agreed: false, byGiver: true })
    return `${amount} promised`
  } catch (error) {
    return refused(error)
  }
}

const rowOf = async ({ token }: Pledge) =>
  (
    await rows<{ id: number; amount: number; paid: number; key: string }>(
      'select id, amount, paid, client_key as key from pledges where token_hash = $1',
      [hashOfPledgeToken(token)],
    )
  )[0]

/** Its giver pays some of it, says yes, makes it more or less, or takes it back. */
const keepPledge: Operation = async (world, db) => {
  const { luck, pledges } = world
  if (pledges.length === 0) return 'nothing was promised'
  const one = luck.oneOf(pledges.slice(-luck.oneOf([2, 8, 50])))
  const row = await rowOf(one)
  if (!row) throw new Error(`acknowledged and lost: the pledge of ${one.amount}`)
  const ways = { pay: 5, cash: 3, agree: 2, change: 2, release: 0.5 }
  try {
    switch (luck.weighted(ways)) {
      case 'pay': {
        const amount = luck.oneOf([row.amount - row.paid, 100 * luck.whole(1, 900)]) || 10_000
        const drive = one.drive
        return await askPhone(world, db, {
          drive,
          phone: `+2547083741${luck.oneOf(['49', '50', '16'])}`,
          amount,
          pledgeId: row.id,
        })
      }
      case 'cash':
        return await enter(world, db, one, row.id)
      case 'agree':
        world.asking = { what: 'changing', pledge: one, to: { agreed: true, unagreed: 0 } }
        await agree(db, one.token, yesOf(row.key))
        Object.assign(one, { agreed: true, unagreed: 0 })
        return 'agreed'
      case 'change':
        return await changeIt(world, db, one)
      default:
        world.asking = { what: 'changing', pledge: one, to: { isReleased: true } }
        await giveUp(db, one.token)
        // A pledge that is kept stays so, and one that was taken back before, whatever came for it since.
        one.isReleased ||= row.paid < row.amount
        return 'released'
    }
  } catch (error) {
    return refused(error)
  }
}

async function changeIt(world: World, db: World['db'], one: Pledge): Promise<string> {
  const amount = shillings(world)
  // What the link alone adds counts by a new yes; what was agreed still counts.
  const isAsked = one.agreed && one.byGiver
  const unagreed = isAsked ? Math.max(0, one.unagreed + amount - one.amount) : 0
  const to = { amount, unagreed, least: Math.min(one.least, amount) }
  world.asking = { what: 'changing', pledge: one, to }
  await changePledge(db, one.token, { amount })
  Object.assign(one, to)
  return `promised is ${amount}`
}

/** The treasurer writes a gift down; its code may be of money that is on its way to us. */
const recordOne: Operation = async (world, db) => {
  const { luck, records } = world
  if (records.length > 0 && luck.onceIn(3)) return mend(world, db, luck.oneOf(records))
  return enter(world, db, undefined, undefined).catch(refused)
}

async function codeFor({ luck, records }: World): Promise<string | null> {
  if (luck.onceIn(2)) return null
  const used = records.filter(({ code }) => code)
  if (used.length > 0 && luck.onceIn(4)) return luck.oneOf(used).code
  const came = await rows<{ receipt: string }>(
    `select receipt from sandbox.daraja_transactions where amount > 0 order by at desc, receipt limit 3`,
  )
  return came.length > 0 && luck.onceIn(2)
    ? luck.oneOf(came).receipt
    : `SKC${String(luck.whole(0, 9_999_999)).padStart(7, '0')}`
}

async function enter(world: World, db: World['db'], forPledge: Pledge | undefined, pledgeId: number | undefined) {
  const drive = forPledge?.drive ?? world.luck.oneOf(world.drives)
  const [clientKey, amount] = [randomUUID(), shillings(world)]
  const code = forPledge ? null : await codeFor(world)
  const given = {
    method: code ? ('mpesa' as const) : ('cash' as const),
    code,
    name: 'Amina',
    phone: null,
    note: null,
    anonymous: false,
  }
  const gift = { drive, amount, most: amount, code, pledge: pledgeId ?? null, isVoid: false }
  world.asking = { what: 'recorded', key: clientKey, gift }
  const entered = { ...given, amount, givenOn: dayAt(new Date()), driveId: drive.id, by: drive.ownerId, clientKey }
  const { id } = await recordGift(db, pledgeId === undefined ? entered : { ...entered, pledgeId })
  world.records.push({ ...gift, id })
  return `recorded ${amount} ${code ?? 'in cash'}`
}

async function mend(world: World, db: World['db'], one: Recorded): Promise<string> {
  const who = { id: one.id, driveId: one.drive.id, by: one.drive.ownerId, why: 'A slip' }
  if (world.luck.onceIn(2)) {
    world.asking = { what: 'mending', gift: one, to: { isVoid: true } }
    return db
      .transaction()
      .execute((tx) => voidRecorded(tx, who))
      .then(() => {
        one.isVoid = true
        return `recorded ${one.id} is void`
      }, refused)
  }
  const amount = shillings(world)
  const [row] = await rows<{ version: number; day: string; phone: string | null }>(
    'select version, given_on::text as day, phone from recorded_gifts where id = $1',
    [one.id],
  )
  const { code } = one
  const given = { method: 'cash' as const, code, name: 'Amina', phone: null, note: null, anonymous: false }
  const to = { amount, most: Math.max(one.most, amount) }
  world.asking = { what: 'mending', gift: one, to }
  const changed = { ...who, ...given, amount, givenOn: row!.day, version: row!.version }
  return db
    .transaction()
    .execute((tx) => changeRecorded(tx, changed))
    .then(() => {
      Object.assign(one, to)
      return `recorded ${one.id} is ${amount}`
    }, refused)
}

export const inTheGroup: Record<string, [weight: number, run: Operation]> = {
  pledge: [2, pledge],
  'keep a pledge': [5, keepPledge],
  record: [4, recordOne],
}
