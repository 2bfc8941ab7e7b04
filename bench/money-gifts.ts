import { type House, pause } from './money-app.ts'
import { giftCents } from './money-provider.ts'
import { newDrives, raisedBy, settledGifts, syncsSoFar, untilQuiet, watchTotal } from './money-rows.ts'
import { beginGift, eventOf, tellPaid } from './money-send.ts'

const clients = 32

export type Gifts = {
  perSecond: number
  /** The same, until the last email about them was sent, too. */
  withMails: number
  cpu: number
  /** How often the database waited for the disk, for each gift. */
  syncs: number
  /** Milliseconds of processor, of each gift, with its emails. */
  each: { product: number; database: number; rest: number; all: number }
  total: ReturnType<ReturnType<typeof watchTotal>>
}

/**
 * Whole gifts through HTTP: each is begun (POST /api/process-donation, the intent written, the provider asked to open
 * it), told of (POST /webhooks/paystack, the event stored), asked about at the provider, and let in. Counted are those
 * that are in the books, from the first request until the last of them does.
 */
export async function gifts(house: House, driveIds: string[], many: number): Promise<Gifts> {
  const before = await settledGifts(house.db, driveIds)
  const total = watchTotal(house, driveIds[0]!)
  const syncs = await syncsSoFar(house.db)
  const [began, cpu, processor] = [performance.now(), house.seconds(), house.processor()]
  let next = 0
  const client = async () => {
    for (let at = next++; at < many; at = next++) {
      const status = await tellPaid(house, eventOf(await beginGift(house, driveIds[at % driveIds.length]!)))
      if (status !== 200) throw new Error(`an event was answered with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  while ((await settledGifts(house.db, driveIds)) < before + many) await pause(50)
  const seconds = (performance.now() - began) / 1000
  const used = (house.seconds() - cpu) / seconds
  const seen = total()
  const perGift = ((await syncsSoFar(house.db)) - syncs) / many
  await untilQuiet(house)
  const withMails = many / ((performance.now() - began) / 1000)
  const each = ofEach(processor, house.processor(), many)
  await exact(house, driveIds)
  return { perSecond: many / seconds, withMails, cpu: used, syncs: perGift, each, total: seen }
}

function ofEach(before: Shares, after: Shares, many: number): Gifts['each'] {
  const of = (name: keyof Shares) => (after[name] - before[name]) / many
  const [product, database, rest] = [of('product'), of('database'), of('rest')]
  return { product, database, rest, all: product + database + rest }
}
type Shares = ReturnType<House['processor']>

async function exact({ db }: House, driveIds: string[]) {
  for (const id of driveIds) {
    const should = (await settledGifts(db, [id])) * giftCents
    const is = await raisedBy(db, id)
    if (is !== should) throw new Error(`drive ${id} has raised ${is} and not ${should}`)
  }
}

export const manyDrives = (house: House) => newDrives(house, 200, 'One of many')
export const oneDrive = (house: House) => newDrives(house, 1, 'The one that everybody shares')
