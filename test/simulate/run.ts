import { inject } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { thePool } from '#app/platform/db.server.ts'
import { brokenBooks } from '#test/books.ts'
import { attempt } from '#test/crash.ts'
import { hearNews, wrongUpdates } from './account-model.ts'
import { heedChanges, wrongReceipts } from './agree-model.ts'
import { weightsOfAgreeing } from './agreeing.ts'
import { clearingOf, factsOf, moneyOf, suspenseOf, untrue } from './model.ts'
import { operations, owing, sending } from './operations.ts'
import { clearingAtMpesa, stillApart } from './rail-model.ts'
import { weightsOfTrust } from './trust.ts'
import { wrongTrust } from './trust-model.ts'
import { lookWhetherDone } from './unanswered.ts'
import { weightsOfUpdates } from './updates.ts'
import { byItself, longAfter, pass, toTheEnd } from './whole.ts'
import { agrees, givesAccount, openWorld, sends, type World } from './world.ts'

// A simulation run from a number: people, provider and network do what luck says, the app dies now and then, and every
// fifty steps all rules of the books are looked through and all money is compared with the model's. In every fourth run there
// is one drive, which owes again and again, and its money is compared after every step.

class Differs extends Error {}

const between = 50
const owes = (seed: number) => seed % 4 === 0

/** Simulates it to the end; throws what is wrong, with the last steps. */
export async function simulate(seed: number, steps: number): Promise<World['log']> {
  const world = await openWorld(seed, inject('role'), owes(seed) ? 1 : 3)
  let at = 1
  try {
    for (; at <= steps; at++) {
      await step(world, at)
      if (at % between === 0) await compare(world)
      else if (owes(seed)) await compareMoney(world)
    }
    await toTheEnd(world)
    if (process.env.SIMULATE_LOG) console.log(world.log.join('\n'))
    await compare(world)
    await isOver(world)
    if (givesAccount(seed)) await longAfter(world)
    // A run in which nothing went wrong shows nothing.
    if (steps >= 250 && world.net.foul === 0)
      throw new Error('nothing that the provider posted was ever lost, late or doubled')
    return world.log
  } catch (error) {
    const tail = world.log.slice(-40).join('\n')
    throw new Differs(
      `seed ${seed}, ${at > steps ? 'at its end' : `step ${at}`}: ${(error as Error).stack}\n\n${tail}\n\nreplay: npm run simulate -- --seed ${seed} --operations ${steps}`,
    )
  } finally {
    await world.close()
  }
}

const weights = Object.fromEntries(Object.entries(operations).map(([name, [weight]]) => [name, weight]))
const weightsOf = ({ seed }: World): typeof weights => ({
  ...weights,
  ...(owes(seed) ? owing : {}),
  ...(sends(seed) ? sending : {}),
  ...(agrees(seed) ? weightsOfAgreeing : {}),
  ...(givesAccount(seed) ? { ...weightsOfUpdates, ...weightsOfTrust } : {}),
})

async function step(world: World, at: number): Promise<void> {
  const { luck, log, paystack } = world
  paystack.clock.advance(luck.whole(100, 4000))
  await world.sync()
  await byItself(world, world.db)
  const name = luck.weighted(weightsOf(world))
  const run = operations[name]![1]
  const place = `${at} ${paystack.clock.now().toISOString().slice(0, 19)} ${name}`
  log.push(`${place} …`)
  world.asking = undefined
  if (luck.onceIn(100)) log[log.length - 1] = `${place}: ${await dyingIn(world, run)}`
  else log[log.length - 1] = `${place}: ${await run(world, world.db)}`
  await world.sync()
  if (givesAccount(world.seed)) await hearNews(world)
}

/** The app dies in the middle of it, and opens again. */
async function dyingIn(world: World, run: (typeof operations)[string][1]): Promise<string> {
  const [at, how] = [world.luck.whole(1, 25), world.luck.oneOf(['before', 'after'] as const)]
  const end = await attempt(at, how, ({ db, step }) => {
    world.mpesa.again(step)
    return run(world, db)
  })
  world.restart()
  if (end.is === 'died') {
    world.account.died = world.paystack.clock.now()
    // It was noted that this email leaves, and it did not.
    if (/^after .*with one as .*insert into update_sends/s.test(end.last)) world.account.lost++
    await lookWhetherDone(world)
  }
  return end.is === 'died' ? `DIED ${end.last}` : `${end.value}, then the house was opened again`
}

/** Looks through all rules, and compares all money; throws what differs. */
export async function compare(world: World): Promise<void> {
  const wrong = (await brokenSince(world))
    // While the provider is away, what it told waits.
    .filter(({ id }) => id !== 'I15' || world.net.isFair)
    .map(({ id, says, count }) => `${id} (${says}): ${count}`)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  await compareMoney(world)
}

/**
 * The clock may pass an hour at once, and the app die before it does the jobs of that hour. What has waited for an hour then (I28)
 * has a quarter of one more, in which the app works.
 */
async function brokenSince(world: World): ReturnType<typeof brokenBooks> {
  const broken = await brokenBooks(world.db)
  if (!broken.some(({ id }) => id === 'I28')) return broken
  for (let time = 0; time < 3; time++) await pass(world, 300_000)
  return brokenBooks(world.db)
}

async function compareMoney(world: World): Promise<void> {
  const { db, drives } = world
  const wrong: string[] = []
  const facts = await factsOf()
  await heedChanges(world)
  wrong.push(...untrue(world, facts), ...(await wrongReceipts(world)))
  if (givesAccount(world.seed)) wrong.push(...(await wrongUpdates(world, db)), ...(await wrongTrust(world, db, facts)))
  for (const [nr, drive] of drives.entries()) {
    const { raised, withdrawn, available, debt, held } = await balanceNow(db, drive.id)
    const payable = await balanceOf(db, { drive: drive.id })
    // Views whose payment is asked back are taken from those that are left: B6 says how many.
    const left = (await creditsOf(db, drive.id))?.remaining
    const credits = left === undefined ? undefined : left + (await takenFrom(drive.id))
    const ours = { raised, withdrawn, available, debt, held, payable, credits }
    const theirs = moneyOf(world, facts, drive)
    for (const [what, value] of Object.entries(theirs))
      if (ours[what as 'raised'] !== value)
        wrong.push(`drive ${nr}: ${what} is ${ours[what as 'raised']}, not ${value}`)
  }
  const accounts = {
    provider_clearing: clearingOf(world, facts),
    mpesa_clearing: clearingAtMpesa(world, facts.rail),
    suspense: suspenseOf(facts),
  }
  for (const [code, must] of Object.entries(accounts)) {
    const is = await balanceOf(db, code as keyof typeof accounts)
    if (is !== must) wrong.push(`${code} is ${is}, not ${must}`)
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

async function takenFrom(driveId: string): Promise<number> {
  const { rows } = await thePool().query<{ taken: number }>(
    `select coalesce(sum(c.taken), 0)::int as taken from view_claims c join payments p on p.id = c.payment_id
      where p.fund_drive_id = $1`,
    [driveId],
  )
  return rows[0]!.taken
}

/** Nothing waits any more, and the provider and we say the same of everything (I18). */
export async function isOver({ db }: Pick<World, 'db'>): Promise<void> {
  const count = async (what: string, from: string) => {
    const { rows } = await thePool().query<{ n: number; some: string }>(
      `select count(*) as n, min(id)::text as some from ${from}`,
    )
    return rows[0]!.n > 0 ? [`${rows[0]!.n} ${what}, such as ${rows[0]!.some}`] : []
  }
  const { paid, back, sent, balance, rail } = await factsOf()
  const clearing = await balanceOf(db, 'provider_clearing')
  const atMpesa = await balanceOf(db, 'mpesa_clearing')
  const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'otp'
  const underWay = sent.filter(isOpen).reduce((sum, { amount, fee }) => sum + amount + fee, 0)
  const wrong = [
    ...(await count('payments are open', `payments where status in ('created', 'pending', 'init_unknown')`)),
    ...(await count(
      'open refunds are unmarked, or the provider can end them',
      `reversals v where state = 'open' and not (exists (select from discrepancies b join payments p on p.reference = b.subject
        where p.id = v.payment_id and b.kind = 'refund waits for money' and b.state = 'open')
      and exists (select from sandbox.daraja_orders o where o.originator like 'back-' || v.id || '-%' and o.subject like '%01'))`,
    )),
    ...(await count('requests are open', `mpesa_prompts where state in ('created', 'open')`)),
    ...(await count(
      'claims of known codes wait',
      `claims c where state = 'waiting' and exists (select from mpesa_receipts r where r.receipt = c.receipt and r.state <> 'heard')`,
    )),
    ...(await count('lines are not worked off', `mpesa_lines where became is null`)),
    ...(await count('events wait', `webhook_events where state = 'received'`)),
    ...(await count('refunds wait there', `sandbox.paystack_refunds where status not in ('processed', 'failed')`)),
    ...(await count('disputes are open', `disputes where status = 'open'`)),
    ...(await count(
      'open transfers are unmarked',
      `payout_attempts a where state in ('sending', 'pending', 'unknown') and not exists
      (select from discrepancies b where b.kind = 'transfer without an end' and b.subject = a.reference)`,
    )),
    ...paid.filter(({ known, held }) => !known && !held).map(({ reference }) => `paid there, not here: ${reference}`),
    ...back
      .filter(({ known, reference }) => !known && !paid.some((one) => one.reference === reference && one.held))
      .map(({ ext, reference }) => `went back there, not here: ${ext} of ${reference}`),
    ...sent.flatMap(({ reference, status, ours }) =>
      ends[status]!.includes(String(ours)) ? [] : [`transfer ${reference}: we say ${ours}, they say ${status}`],
    ),
    ...stillApart(rail, atMpesa),
    ...(clearing === balance + underWay ? [] : [`the provider has ${balance} of ours, the books say ${clearing}`]),
  ]
  if (wrong.length > 0) throw new Error(`it is over, and\n${wrong.join('\n')}`)
}
const ends: Record<string, string[]> = {
  success: ['success'],
  reversed: ['returned', 'failed'],
  failed: ['failed'],
  abandoned: ['failed'],
  pending: ['pending', 'unknown'],
  otp: ['pending', 'unknown'],
}
