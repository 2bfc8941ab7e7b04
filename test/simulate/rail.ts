import { setImmediate as turn } from 'node:timers/promises'
import { receiveCallback } from '#app/money/mpesa/callbacks.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import { db, thePool } from '#app/platform/db.server.ts'
import { tokenMaker } from '#app/platform/mpesa/calls.server.ts'
import { daraja } from '#app/platform/mpesa/daraja.server.ts'
import { sharedTokens } from '#app/platform/mpesa/token.server.ts'
import { type MobileMoney, useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { useTexter } from '#app/platform/sms/texter.server.ts'
import { move, type Transaction } from '#sandbox/daraja/money.ts'
import { momentOf } from '#sandbox/daraja/world.ts'
import { together } from '#sandbox/database.ts'
import { darajaAt, pretendedDaraja } from '#test/daraja.ts'
import type { Text } from './account-model.ts'
import type { Luck } from './luck.ts'

// The pretend M-Pesa of a simulation run, in the same process and on the same clock: the product's own adapter asks it, and what it
// posts to us goes through the weather.

export type Said = { address: string; raw: string }
type Movable = { now: () => Date; advance: (ms: number) => void }
type Net = { isFair: boolean; foul: number }

/** How the network treats what M-Pesa posts to us. It posts each thing once, whatever we answer. */
const weather = { fine: 10, lost: 3, twice: 2, later: 2 }

type Opened = { seed: string; luck: Luck; net: Net; clock: Movable; sends: boolean; texts: Text[] }

/** `texts`: gets those that are handed to the gateway. `sends`: M-Pesa sends withdrawals and parts of gifts to phones, from the shortcode that is paid to. */
export async function openSimulatedRail({ seed, luck, net, clock, sends, texts }: Opened) {
  /** Posted, and held up on its way. */
  let waiting: Said[] = []
  /** Everything that arrived, to be told again long afterwards. */
  const heard: Said[] = []
  /** A phone is quicker than the gateway: what is paid is told and listed before the request is answered. */
  const meanwhile = async (): Promise<void> => {
    await mpesa.tick()
    await listReceipts(db)
  }
  const post = async (said: Said) => {
    const sky = net.isFair ? 'fine' : luck.weighted(weather)
    if (sky !== 'fine') net.foul++
    if (sky === 'lost') return 0
    heard.push(said)
    if (sky === 'later') return waiting.push(said) && 200
    if (sky === 'twice') await tell(said)
    return tell(said)
  }
  const mpesa = await pretendedDaraja({ seed, clock, hear: post, meanwhile, ours: { b2cShortcode: '174379' } })
  const { key, secret, ...own } = { ...mpesa.keys, baseUrl: darajaAt, fetch: mpesa.fetch }
  const token = sharedTokens({ db, of: key, secret: 'a secret', make: tokenMaker(own, { key, secret }) })
  const from = sends ? own : undefined
  const more = { kind: 'paybill', pullNumber: '254708374149', hearOrigin: 'http://localhost', from } as const
  /** The adapter as a new process would have it: it remembers nothing. */
  const again = (step?: Step) => useMobileMoney(mortal(daraja({ ...own, ...more, token, now: clock.now }), step))
  again()
  useTexter({
    async send(to, text) {
      const handed = luck.onceIn(9) ? ({ is: 'unknown', code: 'lost' } as const) : taken
      texts.push({ to, text, at: clock.now(), isSure: handed === taken })
      return handed
    },
    read: () => nothing,
  })
  return {
    ...mpesa,
    sends,
    again,
    heard,
    tell,
    /** What was held up arrives, in an order of its own. */
    async arrive(all: boolean) {
      const those = waiting
      waiting = []
      for (const one of those)
        if (all || luck.onceIn(2)) await tell(one)
        else waiting.splice(luck.whole(0, waiting.length), 0, one)
    },
    /** A person in M-Pesa's portal, or M-Pesa itself, moves money of ours. */
    move: (moved: Pick<Transaction, 'way' | 'amount'> & Partial<Transaction>) => {
      const { world } = mpesa.daraja
      const what = { shortcode: mpesa.keys.shortcode, ...moved }
      return together(world, async (tx) => move(await momentOf(world), tx, what))
    },
  }
}
const taken = { is: 'taken', id: null, cents: null } as const
const nothing = { is: 'nothing' } as const

/** It reaches our door. What is done about it behind the answer is waited for, or two runs of a seed would differ. */
async function tell({ address, raw }: Said): Promise<{ status: number; text: string }> {
  const answer = await receiveCallback(db, address.split('/').at(-1)!, Buffer.from(raw))
  await quiet()
  return { status: answer.status, text: await answer.text() }
}

async function quiet(): Promise<void> {
  const pool = thePool()
  for (let turns = 0; turns < 3; ) {
    await turn()
    turns = pool.idleCount === pool.totalCount && pool.waitingCount === 0 ? turns + 1 : 0
  }
}

type Step = <Done>(what: string, run: () => Promise<Done>) => Promise<Done>

/** Each word with M-Pesa is a place to die at, too. */
const mortal = (rail: MobileMoney, step: Step | undefined): MobileMoney =>
  step
    ? {
        ...rail,
        prompt: (what) => step('prompt', () => rail.prompt(what)),
        askPrompt: (id) => step('ask', () => rail.askPrompt(id)),
        list: (asked) => step('list', () => rail.list(asked)),
        askReceipt: (asked) => step('status', () => rail.askReceipt(asked)),
        reverse: (what) => step('reverse', () => rail.reverse(what)),
        send: (what) => step('send', () => rail.send(what)),
        askSent: (asked) => step('status of what was sent', () => rail.askSent(asked)),
      }
    : rail
