import { found } from './found.ts'
import { type House, pause } from './money-app.ts'
import { giftCents } from './money-provider.ts'
import { begunGifts, newDrives, raisedBy, untilQuiet, waitingEvents, watchTotal } from './money-rows.ts'
import { eventOf, look, pageToken, share, steadily, type Took, tellPaid } from './money-send.ts'

export const figure = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
export const statuses = (took: Took) => [...took.statuses].map(([status, many]) => `${many} × ${status}`).join(', ')

/** L3: the provider's word of 21,000 gifts to one drive, 9,000 of them twice, in thirty seconds. */
export async function burst(house: House, perSecond = 1000, seconds = 30): Promise<void> {
  const many = perSecond * seconds
  const fresh = Math.round(many * 0.7)
  const [driveId] = (await newDrives(house, 1, 'A burst')) as [string]
  const events = (await begunGifts(house, driveId, fresh)).map(eventOf)
  const total = watchTotal(house, driveId)
  const cpu = house.seconds()
  const began = performance.now()
  let told = 0
  const took = await steadily(perSecond, many, (at) => {
    const isNew = told === 0 || Math.floor(((at + 1) * fresh) / many) > told
    return tellPaid(house, events[isNew ? told++ : Math.floor(Math.random() * told)]!)
  })
  const answered = performance.now()
  while ((await waitingEvents(house.db)) > 0) await pause(100)
  const empty = performance.now()
  const [raised, seen] = [await raisedBy(house.db, driveId), total()]
  console.log(
    [
      `L3 ${many} events at ${perSecond}/s, ${fresh} of them new: ${statuses(took)}`,
      `   answered after: median ${figure(share(took.ms, 0.5))}, p99 ${figure(share(took.ms, 0.99))}, longest ${figure(took.ms.at(-1)!)}`,
      `   last answer ${((answered - began) / 1000).toFixed(1)} s after the first event; queue empty ${((empty - answered) / 1000).toFixed(1)} s later`,
      `   settled per second: ${Math.round(fresh / ((empty - began) / 1000))}; processor of the product: ${((house.seconds() - cpu) / ((empty - began) / 1000)).toFixed(2)} cores`,
      `   raised ${raised === fresh * giftCents ? 'exact' : `WRONG: ${raised} and not ${fresh * giftCents}`}`,
      `   total read in: median ${figure(seen.median)}, longest ${figure(seen.slowest)}; at most ${seen.most} gifts not folded`,
    ].join('\n'),
  )
  const [p99, isExact] = [share(took.ms, 0.99), raised === fresh * giftCents]
  const all200 = took.statuses.get('200') === many
  found({
    goal: `L3 ${many} events at ${perSecond}/s`,
    wanted: 'all 200, p99 ≤ 500 ms, empty ≤ 60 s, exact',
    figure: `p99 ${figure(p99)}, empty after ${((empty - answered) / 1000).toFixed(1)} s${isExact ? '' : ', WRONG'}`,
    met: all200 && p99 <= 500 && empty - answered <= 60_000 && isExact,
  })
  await untilQuiet(house, 30_000)
}

/** L5: visitors of one drive, each from an address of their own, a credit each. */
export async function views(house: House, perSecond = 1000, seconds = 15): Promise<void> {
  const [driveId] = (await newDrives(house, 1, 'Looked at')) as [string]
  const token = await pageToken(house, driveId)
  const many = perSecond * seconds
  const [cpu, began] = [house.seconds(), performance.now()]
  let counted = 0
  const took = await steadily(perSecond, many, async () => {
    const { status, text } = await look(house, driveId, token)
    if (text.includes('"counted"')) counted++
    return status
  })
  const passed = (performance.now() - began) / 1000
  const { rows } = await house.db.query(
    `select s.used_views, (select count(*)::int from fund_drive_views v where v.subscription_id = s.id) as rows
     from subscriptions s where s.fund_drive_id = $1`,
    [driveId],
  )
  const isExact = counted === many && rows[0].used_views === counted && rows[0].rows === counted
  console.log(
    [
      `L5 ${many} views at ${perSecond}/s: ${statuses(took)}, in ${passed.toFixed(1)} s`,
      `   answered after: median ${figure(share(took.ms, 0.5))}, p95 ${figure(share(took.ms, 0.95))}, longest ${figure(took.ms.at(-1)!)}`,
      `   ${counted} counted, ${isExact ? 'exact' : `WRONG: ${JSON.stringify(rows[0])}`}; processor of the product: ${((house.seconds() - cpu) / passed).toFixed(2)} cores`,
    ].join('\n'),
  )
  const p95 = share(took.ms, 0.95)
  found({
    goal: `L5 views at ${perSecond}/s`,
    wanted: 'p95 ≤ 50 ms, exact',
    figure: `p95 ${figure(p95)}${isExact ? '' : ', WRONG'}`,
    met: p95 <= 50 && isExact,
  })
}

/** Milliseconds of processor that each of so many took since: other work on the machine changes that little. */
export const eachTook = (house: House, since: ReturnType<House['processor']>, many: number) => {
  const { product, database } = house.processor()
  return `product ${((product - since.product) / many).toFixed(2)} ms, database ${((database - since.database) / many).toFixed(2)} ms of processor for each`
}
