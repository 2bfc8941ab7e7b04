import http from 'node:http'
import { found } from './found.ts'
import { type House, pause } from './money-app.ts'
import { giftCents } from './money-provider.ts'
import { begunGifts, newDrives, raisedBy, untilQuiet } from './money-rows.ts'
import { eventOf, share, steadily, tellPaid } from './money-send.ts'

type Listener = { close: () => void; messages: number; raised: number; at: number }
/** When which total was seen by the first of the listeners, in the clock of the database. */
type Seen = { raised: number; at: number }[]

/** L7: pages that are open while gifts come in, each of them told the total. */
export async function listeners(house: House, many = 2000, perSecond = 200, seconds = 10): Promise<void> {
  const [driveId] = (await newDrives(house, 1, 'Watched')) as [string]
  const events = (await begunGifts(house, driveId, perSecond * seconds)).map(eventOf)
  const seen: Seen = []
  const all: Listener[] = []
  try {
    // Some at a time, as visitors come.
    while (all.length < many)
      all.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, (_, nr) => listen(house, driveId, all.length + nr === 0 ? seen : undefined)),
        )),
      )
    await pause(1000)
    const before = all.map(({ messages }) => messages)
    const [cpu, began] = [house.seconds(), performance.now()]
    await steadily(perSecond, events.length, (at) => tellPaid(house, events[at]!))
    const total = events.length * giftCents
    for (let waits = 0; all.some(({ raised }) => raised !== total) && waits < 1200; waits++) await pause(50)
    const passed = (performance.now() - began) / 1000
    const used = (house.seconds() - cpu) / passed
    const each = all.map(({ messages }, nr) => (messages - before[nr]!) / passed)
    const late = await lateness(house, driveId, seen, all)
    console.log(
      [
        `L7 ${all.length} listeners, ${events.length} gifts at ${perSecond}/s, told and settled in ${passed.toFixed(1)} s`,
        `   a total was seen after: median ${Math.round(share(late.each, 0.5))} ms, p99 ${Math.round(share(late.each, 0.99))} ms; the last one by everybody ${Math.round(late.last)} ms after it stood`,
        `   messages a second to each: ${Math.min(...each).toFixed(1)} to ${Math.max(...each).toFixed(1)}; processor of the product: ${used.toFixed(2)} cores`,
        `   raised ${(await raisedBy(house.db, driveId)) === total && all.every(({ raised }) => raised === total) ? 'exact, on every page' : 'WRONG'}`,
      ].join('\n'),
    )
    const [most, settled] = [Math.max(...each), events.length / passed]
    found({
      goal: `L7 ${all.length} listeners, ${perSecond} gifts/s`,
      wanted: `last total ≤ 1 s, ≤ 4/s each, ≤ 1 core, let in at ${perSecond}/s`,
      figure: `${Math.round(late.last)} ms, ${most.toFixed(1)}/s, ${used.toFixed(2)} cores, ${Math.round(settled)}/s`,
      // The last of them arrive at the end, and are seen a moment later.
      met: late.last <= 1000 && most <= 4.05 && used <= 1 && settled >= 0.9 * perSecond,
    })
  } finally {
    for (const { close } of all) close()
  }
  await untilQuiet(house, 30_000)
}

const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })

const listen = ({ url }: House, driveId: string, seen: Seen | undefined): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const asking = http.get(`${url}/live?topic=drive:${driveId}`, { agent })
    asking.on('error', reject)
    asking.on('response', (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a listener was answered with ${answer.statusCode}`))
      const listener: Listener = { close: () => asking.destroy(), messages: 0, raised: 0, at: 0 }
      answer.on('error', () => {})
      answer.setEncoding('utf8').on('data', (text: string) => {
        if (!text.includes('event: changed')) return
        listener.messages++
        const raised = Number(/"raised":(\d+)/.exec(text)?.[1] ?? listener.raised)
        if (raised === listener.raised) return
        Object.assign(listener, { raised, at: Date.now() })
        seen?.push({ raised, at: Date.now() })
      })
      resolve(listener)
    })
  })

/** From when a gift was in the books until a page showed a total with it in; clocks are of the same machine. */
async function lateness({ db }: House, driveId: string, seen: Seen, all: Listener[]) {
  const { rows } = await db.query<{ at: number }>(
    `select extract(epoch from created_at)::float8 * 1000 as at from donations where fund_drive_id = $1 order by created_at`,
    [driveId],
  )
  const each = rows.flatMap(({ at }, nr) => {
    const first = seen.find(({ raised }) => raised >= (nr + 1) * giftCents)
    return first ? [first.at - at] : []
  })
  return { each: each.sort((a, b) => a - b), last: Math.max(...all.map(({ at }) => at)) - rows.at(-1)!.at }
}
