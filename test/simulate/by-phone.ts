import { randomUUID } from 'node:crypto'
import { setWord } from '#app/drives/codes/codes.server.ts'
import { beginByPhone } from '#app/money/mpesa/begin.server.ts'
import { claim } from '#app/money/mpesa/claims.server.ts'
import { giveBoth, wantBack } from '#app/money/mpesa/paid-twice.server.ts'
import { sendAgain } from '#app/money/mpesa/pay.server.ts'
import { resultOf } from '#app/money/payments/result.server.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { rows } from '#test/rows.ts'
import { forgotten } from './account-model.ts'
import { type Drive, type Operation, refused, type World } from './world.ts'

// What people do with their phones: they give by a request, press and cancel, pay by the menu, and say what they paid.

/** The ends of the test numbers, which do by themselves what a person with a phone would do; most of them pay. */
const testEnds = ['49', '49', '50', '08', '09', '10', '11', '12', '13', '14', '15', '16', '16', '15', '12', '14']
const otherEnds = ['01', '02', '03', '04', '05', '06', '07', '17', '18', '19']
const someone = ({ luck }: World) => `+2547120001${String(luck.whole(1, 40)).padStart(2, '0')}`
const phoneIn = (world: World) => {
  const { luck } = world
  if (luck.onceIn(3)) return someone(world)
  return `+2547083741${luck.oneOf(luck.onceIn(3) ? otherEnds : testEnds)}`
}

/** Whole shillings; a few sums come again and again. */
export const shillings = ({ luck }: World) => 100 * luck.oneOf([500, 1000, luck.whole(1, 9000), luck.whole(1, 9000)])

type Gift = { drive: Drive; phone: string; amount: number; pledgeId?: number }

/** Asks for a gift on a phone, now and then twice by the same form. */
export async function askPhone(world: World, db: Db, { drive, ...gift }: Gift): Promise<string> {
  const { luck } = world
  const whole = { ...gift, name: 'Amina', email: '', message: '', anonymous: luck.onceIn(5) }
  const around = {
    key: randomUUID(),
    language: 'en',
    origin: 'http://localhost',
    visitor: `visitor ${luck.whole(1, 9)}`,
  }
  const [last] = await rows<{ id: string }>('select max(id) as id from payments')
  try {
    const { reference } = await beginByPhone(db, drive.id, whole, around)
    world.phoned.push({ reference, drive })
    await mustBeAlone(reference)
    if (!luck.onceIn(8)) return `${reference} of ${gift.amount} on ${gift.phone}`
    const again = await beginByPhone(db, drive.id, whole, around)
    if (again.reference !== reference) throw new Error(`the same form asked for ${reference} and ${again.reference}`)
    return `${reference} of ${gift.amount} on ${gift.phone}, pressed twice`
  } catch (error) {
    await mustNotBePaid(last?.id, drive, gift)
    return refused(error)
  }
}

/** Nobody is told that a gift failed whose money is in the books. */
async function mustNotBePaid(
  last: string | undefined,
  drive: Drive,
  { phone, amount }: Omit<Gift, 'drive'>,
): Promise<void> {
  const paid = await rows<{ reference: string }>(
    `select reference from payments where id > $1 and fund_drive_id = $2 and donor_phone = $3 and amount = $4 and status = 'succeeded'`,
    [last ?? 0, drive.id, phone, amount],
  )
  if (paid[0]) throw new Error(`${paid[0].reference} is paid, and its giver was told that it failed`)
}

/** M-Pesa refuses a request where one is open; of ours it must not have been asked to send it. */
async function mustBeAlone(reference: string): Promise<void> {
  const [other] = await rows<{ account: string }>(
    `select o.account from mpesa_prompts q join payments p on p.id = q.payment_id
     join mpesa_prompts o on o.phone = q.phone and o.id < q.id and o.state = 'open'
     where p.reference = $1 and q.state in ('busy', 'open')`,
    [reference],
  )
  if (other) throw new Error(`${reference} was sent to a phone that has ${other.account} open`)
}

const give: Operation = (world, db) =>
  askPhone(world, db, { drive: world.luck.oneOf(world.drives), phone: phoneIn(world), amount: shillings(world) })

/** The request is sent once more; the person mostly waited for as long as they are told to. */
const again: Operation = async (world, db) => {
  const { luck, phoned } = world
  if (phoned.length === 0) return 'nothing to send again'
  const { reference } = luck.oneOf(phoned.slice(-luck.oneOf([1, 4, 20])))
  if (!luck.onceIn(3)) await world.advance(76_000)
  return sendAgain(db, reference, 'visitor 1').then(() => `${reference} again`, refused)
}

/** A person with a request on their phone does something with it. */
const press: Operation = async ({ luck, mpesa }) => {
  const open = await rows<{ phone: string }>(
    `select phone from sandbox.daraja_prompts where state = 'open' order by checkout_id`,
  )
  if (open.length === 0) return 'no request is open'
  const { phone } = luck.oneOf(open)
  const what = luck.oneOf([
    { pin: '1234' },
    { pin: '1234' },
    { pin: '1234' },
    { pin: '9999' },
    { cancel: true as const },
  ])
  return `${phone}: ${JSON.stringify(await mpesa.press(phone, what))}`
}

const slipIn = (code: string, at: number) =>
  `${code.slice(0, at)}${/\d/.test(code[at]!) ? (Number(code[at]) + 1) % 10 : 'Q'}${code.slice(at + 1)}`

/** What a person types as the account: mostly a code of a drive, at times what a request named, or nothing that we know. */
async function typedBy(world: World, drive: Drive): Promise<{ account: string; amount: number }> {
  const { luck } = world
  const amount = shillings(world)
  const code = luck.oneOf(drive.codes)
  if (luck.onceIn(5)) return { account: luck.oneOf(['CHURCH ROOF', 'MAMA', '123']), amount }
  if (luck.onceIn(4)) return { account: slipIn(code, luck.whole(2, code.length - 1)), amount }
  const asked = await rows<{ account: string; amount: number }>(
    `select q.account, p.amount from mpesa_prompts q join payments p on p.id = q.payment_id order by q.id desc limit 8`,
  )
  if (asked.length > 0 && luck.onceIn(3)) {
    const one = luck.oneOf(asked)
    return luck.onceIn(3) ? { ...one, amount } : one
  }
  return { account: luck.oneOf([code, code.toLowerCase(), `${code.slice(0, 3)} ${code.slice(3)}`]), amount }
}

const paybill: Operation = async (world) => {
  const { luck, mpesa } = world
  const drive = luck.oneOf(world.drives)
  const { account, amount } = await typedBy(world, drive)
  const phone = someone(world)
  await mpesa.control('phone', { number: phone, balance: 10_000_000 })
  const paid = (await mpesa.control('pay', { phone, account, amount: amount / 100 })) as {
    receipt?: string
    why?: string
  }
  if (paid.receipt) world.paidIn.push({ receipt: paid.receipt, tail: phone.slice(-3), drive })
  return `${amount} to ${account} by ${phone}: ${paid.receipt ?? paid.why}`
}

/** The page of a gift is looked at. Who is thanked there has to be in the books for ever. */
const look: Operation = async (world, db) => {
  const { luck, phoned, thanked } = world
  if (phoned.length === 0) return 'nothing to look at'
  const { reference } = luck.oneOf(phoned.slice(-luck.oneOf([2, 10, 200])))
  if (luck.onceIn(2)) await world.advance(6000)
  await settlePayment(db, reference)
  const { is } = await resultOf(db, reference, null)
  if (is === 'paid') thanked.add(reference)
  return `${reference}: ${is}`
}

/** A giver says what they paid by hand, or another person says so. */
const claimIt: Operation = async (world, db) => {
  const { luck, paidIn, claims } = world
  if (paidIn.length === 0) return 'nothing to claim'
  const { receipt, tail, drive: meant } = luck.oneOf(paidIn.slice(-luck.oneOf([2, 10, 100])))
  const drive = luck.onceIn(4) ? luck.oneOf(world.drives) : meant
  const typed = luck.onceIn(6) ? '000' : tail
  claims.push({ receipt, tail: typed, drive })
  const giver = { name: 'Amina', message: '', phone: '', anonymous: false }
  const { is } = await claim(db, drive.id, { receipt, tail: typed, ...giver })
  if (is === 'here') world.here.push({ receipt, drive })
  return `${receipt} with ${typed}: ${is}`
}

/** Both requests of one gift were paid: its giver says what is to become of the second. */
const second: Operation = async (world, db) => {
  // Where three requests were paid, and one goes back already, the word is about the other.
  const asked = await rows<{ id: number; reference: string; on: string }>(
    `select s.id, p.reference, p.fund_drive_id as on from suspense s join payments p on p.id = s.payment_id
     where s.why = 'paid twice' and s.state = 'open' order by s.wish nulls first, s.id`,
  )
  if (asked.length === 0) return 'nothing was paid twice'
  const { reference } = world.luck.oneOf(asked)
  const { id, on } = asked.find((one) => one.reference === reference)!
  if (world.luck.onceIn(2)) return wantBack(db, reference).then(() => `${reference}: back`, refused)
  world.asking = { what: 'placing', suspense: id, on }
  try {
    await giveBoth(db, reference)
    world.decided.set(id, on)
    return `${reference}: both`
  } catch (error) {
    return refused(error)
  }
}

const words = ['HARVEST', 'MATERNA', 'SCHOOLS', 'BOREHOL', 'CLINICS', 'WEDDING', 'BUSARYS']

/** The owner chooses another word; what payers know of the one before goes on. */
const word: Operation = async (world, db) => {
  const drive = world.luck.oneOf(world.drives)
  const chosen = world.luck.oneOf(words)
  world.asking = { what: 'word', drive, word: chosen }
  const by = { id: drive.ownerId, address: '10.0.0.7' }
  try {
    await setWord(db, { ownerId: drive.ownerId, slug: drive.slug }, chosen, by)
    if (!drive.codes.includes(chosen)) drive.codes.push(chosen)
    return chosen
  } catch (error) {
    return refused(error)
  }
}

/** Who gave by a phone is forgotten; the money stays. */
const forget: Operation = async (world, db) => {
  const phone = phoneIn(world)
  const isDone = async () => (await rows('select from followers where phone = $1', [phone])).length === 0
  world.asking = { what: 'account', isDone, done: () => forgotten(world, phone) }
  const done = JSON.stringify(await forgetDonor(db, phone))
  forgotten(world, phone)
  return `${phone}: ${done}`
}

/** With how often each happens. */
export const byPhone: Record<string, [weight: number, run: Operation]> = {
  give: [16, give],
  again: [8, again],
  press: [8, press],
  paybill: [7, paybill],
  look: [7, look],
  claim: [6, claimIt],
  second: [3, second],
  word: [0.5, word],
  forget: [0.3, forget],
}
