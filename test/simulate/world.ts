import { codesOf } from '#app/drives/codes/codes.server.ts'
import { packagesForSale } from '#app/drives/views/credits.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { hear } from '#app/money/payments/intake.server.ts'
import { addMethod } from '#app/money/payouts/method.server.ts'
import type { Destination } from '#app/money/payouts/payout.ts'
import { type Db, db, openPool, thePool, useDatabase } from '#app/platform/db.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import { copyOfTemplate, dropDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { pretendedPaystack } from '#test/paystack.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { emptyAccount, textsADay } from './account-model.ts'
import { stopDatabaseChance, stopProcessChance } from './chance.ts'
import { stopDatabaseClock, stopProcessClock } from './clock.ts'
import { luckOf } from './luck.ts'
import { openSimulatedRail } from './rail.ts'
import { emptyTrust } from './trust-model.ts'

// The world of a simulation run: the product on a database of its own, the pretend provider, drives and their people,
// and what was acknowledged to them.

export type Drive = {
  id: string
  slug: string
  /** Its number, and the words that it was acknowledged to have. */
  codes: string[]
  ownerId: string
  methods: string[]
  counted: number
  writtenOff: number
  posted: number
  /** Those who sign, in runs in which treasurers must agree; how many must, and a lower number that waits for its day. */
  treasurers: string[]
  number: number
  lower?: (Waiting & { to: number }) | undefined
  /** Everything is to go back from this day. */
  back?: Waiting | undefined
}
type Waiting = { from: Date; isHeld?: boolean }
export type Started = {
  reference: string
  drive: Drive
  kind: 'donation' | 'subscription'
  amount: number
  views: number
  isPaid: boolean
}
export type Payout = {
  id: number
  drive: Drive
  amount: number
  net: number
  is: 'processing' | 'sent' | 'by-hand' | 'declined'
  /** How many treasurers had to agree when it was asked for, and the newest word of each. */
  needs: number
  words: Map<string, 'yes' | 'no'>
  receipts: Receipt[]
  /** Its account, and the institution that it goes to, if it goes to one. */
  method: string
  institution?: string | undefined
}
type Receipt = { key: string; amount: number; isUndone: boolean }
/** A promise, as its giver was told it is. `least`: what it was at its lowest. */
export type Pledge = {
  token: string
  drive: Drive
  amount: number
  /** What was added by the link alone, and waits for a yes. */
  unagreed: number
  least: number
  agreed: boolean
  byGiver: boolean
  isReleased: boolean
}
/** A gift that did not pass through us, as its treasurer was told it is. `most`: what it was at its highest. */
export type Recorded = {
  id: number
  drive: Drive
  amount: number
  most: number
  code: string | null
  pledge: number | null
  isVoid: boolean
}
/** Where money in suspense went: onto a drive, or back to its payer. */
export type Place = string | 'back'
/** What a person asks of the app. Should it die before it answers, just this has happened or has not. */
export type Asking =
  | { what: 'look'; drive: Drive }
  | { what: 'withdrawal'; drive: Drive; amount: number; net: number; method: string; institution?: string | undefined }
  | { what: 'account'; isDone: () => Promise<boolean>; done: () => unknown }
  | { what: 'decision'; payout: Payout; how: Payout['is'] }
  | { what: 'verdict'; payout: Payout; by: string; verdict: 'yes' | 'no'; waits: boolean }
  | { what: 'number'; drive: Drive; to: number }
  | { what: 'change'; drive: Drive; kind: 'number' | 'give_back'; id: number }
  | { what: 'give-all'; drive: Drive }
  | { what: 'receipt'; payout: Payout; key: string; amount: number }
  | { what: 'undo'; receipt: Receipt }
  | { what: 'write-off'; drive: Drive; debt: number; posted: number }
  | { what: 'placing'; suspense: number; on: Place }
  | { what: 'loss'; refund: number; amount: number }
  | { what: 'word'; drive: Drive; word: string }
  | { what: 'pledge'; token: string; pledge: Omit<Pledge, 'token'> }
  | { what: 'changing'; pledge: Pledge; to: Partial<Pledge> }
  | { what: 'recorded'; key: string; gift: Omit<Recorded, 'id'> }
  | { what: 'mending'; gift: Recorded; to: Partial<Recorded> }
export type World = Awaited<ReturnType<typeof openWorld>>
/** What a person does, through a database that may die under it; says what came of it. */
export type Operation = (world: World, db: Db) => Promise<string>

/** A refusal is an answer; anything else is a fault. */
export const refused = (error: unknown): string => {
  if (error instanceof Refusal) return `refused: ${error.message}`
  throw error
}

/** How the network treats what the provider posts to us. */
const weather = { fine: 10, lost: 2, twice: 2, unanswered: 2, later: 2 }
type Raw = { raw: Uint8Array; headers: Headers }

export const start = new Date('2027-03-01T06:00:00Z')
/** Ends of accounts and phones that the pretend provider treats in its own ways, and one that it does not. */
const ends = ['01', '02', '03', '04', '05', '06', '77', '78', '79']

/** In every third run M-Pesa sends to phones. */
export const sends = (seed: number) => seed % 3 === 0

/** In every second run from the sixth on treasurers must agree to withdrawals. The first runs stay as they are: they find mutations. */
export const agrees = (seed: number) => seed > 5 && seed % 2 === 0

/**
 * In every third run from the thirteenth on there are updates, papers, payees, institutions and a ceiling: every second of these has
 * treasurers who must agree, too.
 */
export const givesAccount = (seed: number) => seed > 10 && seed % 3 === 1

export async function openWorld(seed: number, role: string | undefined, many = 3) {
  const url = await copyOfTemplate()
  await stopDatabaseClock(url, start)
  await stopDatabaseChance(url, seed)
  const goOnByChance = stopProcessChance(seed)
  const pool = openPool(url, 10, role)
  // A busy machine may let a connection wait long: that is not what is simulated.
  pool.options.connectionTimeoutMillis = 60_000
  useDatabase(pool)
  const luck = luckOf(seed)
  const heard: Raw[] = []
  // Foul until all is over: then what waits has to come to its end.
  const net = { isFair: false, waiting: [] as Raw[], foul: 0 }
  const post = async (raw: Uint8Array, headers: Headers): Promise<number> => {
    const sky = net.isFair ? 'fine' : luck.weighted(weather)
    if (sky !== 'fine') net.foul++
    if (sky === 'lost') return 0
    heard.push({ raw, headers })
    // A person between us says that it was taken and brings it later, after others.
    if (sky === 'later') return net.waiting.push({ raw, headers }) && 200
    const { status } = await hear('paystack', raw, headers)
    if (sky === 'twice') await hear('paystack', raw, headers)
    return sky === 'unanswered' ? 0 : status
  }
  const paystack = await pretendedPaystack({ seed: `life ${seed}`, hear: post, start: start.toISOString() })
  const clock = stopProcessClock(paystack.clock, luck.next)
  const account = emptyAccount()
  const own = { seed: `life ${seed}`, luck, net, clock: paystack.clock }
  const mpesa = await openSimulatedRail({ ...own, sends: sends(seed), texts: account.texts })
  const world = {
    account,
    trust: emptyTrust(),
    seed,
    db: db as Db,
    luck,
    paystack,
    mpesa,
    net,
    heard,
    by: '',
    log: [] as string[],
    drives: [] as Drive[],
    started: [] as Started[],
    payouts: [] as Payout[],
    disputes: [] as string[],
    /** References of payments that a person was told are paid. */
    acknowledged: new Set<string>(),
    /** Numbers of refunds that an administrator was told are under way. */
    refunds: new Set<number>(),
    /** Gifts that were begun on phones, and those whose givers were thanked. */
    phoned: [] as { reference: string; drive: Drive }[],
    thanked: new Set<string>(),
    /** What was paid by the menu of a phone, and for whom; what was said of it; and who was told that it is here. */
    paidIn: [] as { receipt: string; tail: string; drive: Drive }[],
    claims: [] as { receipt: string; tail: string; drive: Drive }[],
    here: [] as { receipt: string; drive: Drive }[],
    /** What became of money in suspense at M-Pesa, by its number. */
    decided: new Map<number, Place>(),
    /** What of it an administrator wanted to go back; and what M-Pesa took back by itself, by its code. */
    wanted: new Set<number>(),
    taken: new Set<string>(),
    /** What an administrator was told is booked as lost, by the number of its refund: more went back than was paid. */
    lost: new Map<number, number>(),
    pledges: [] as Pledge[],
    records: [] as Recorded[],
    /** What was asked last; undefined once a step begins that asks for nothing of the kind. */
    asking: undefined as Asking | undefined,
    /** Which of its marks on the clock each job was last done for. */
    marks: new Map<string, number>(),
    visits: 0,
    packages: await packagesForSale(db),
    sync: clock.tellDatabase,
    advance: async (ms: number) => {
      paystack.clock.advance(ms)
      await clock.tellDatabase()
    },
    restart: () => {
      useProvider(paystack.again())
      mpesa.again()
    },
    async close() {
      clock.goOn()
      goOnByChance()
      await pool.end()
      await dropDatabase(url)
    },
  }
  world.by = (await somePerson(db, { admin: true, fullName: 'Wanjiru' })).id
  for (let nr = 0; nr < many; nr++) {
    const { id, ownerId, slug } = await someDrive(db)
    const methods = await Promise.all(ends.map(async (end, at) => (await addMethod(db, ownerId, to(end, at))).id))
    const codes = [(await codesOf(db, id)).number]
    const drive = { id, ownerId, slug, codes, methods, counted: 0, writtenOff: 0, posted: 0, number: 0 }
    world.drives.push({ ...drive, treasurers: agrees(seed) ? await threeTreasurers(drive) : [] })
  }
  if (givesAccount(seed)) await openOffice(world)
  return world
}

/** In cents, as operators write it: KES 8,000. */
const ceiling = 800_000

/** Three administrators, and what operators chose. */
async function openOffice({ db, trust, by }: Pick<World, 'db' | 'trust' | 'by'>): Promise<void> {
  trust.ceiling = ceiling
  trust.admins.set(by, 'Wanjiru')
  for (const fullName of ['Kiprono', 'Auma'])
    trust.admins.set((await somePerson(db, { admin: true, fullName })).id, fullName)
  await thePool().query(
    `insert into operator_choices (name, value, why)
     values ('SENT_BEFORE_IDENTITY', $1, 'The simulation'), ('UPDATE_TEXTS_A_DAY', $2, 'The simulation')`,
    [String(ceiling / 100), String(textsADay)],
  )
}

const threeTreasurers = async (drive: { id: string; ownerId: string }) => {
  const all: string[] = []
  while (all.length < 3) all.push((await someTreasurer(db, drive)).id)
  return all
}

const to = (end: string, at: number): Destination =>
  at % 3 === 2
    ? { type: 'bank', bank: 'Equity Bank', account: `12345678${end}`, name: 'W Kamau' }
    : { type: 'mobile_money', phone: `07120000${end}`, operator: 'M-Pesa' }
