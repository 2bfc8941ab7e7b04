import { thePool } from '#app/platform/db.server.ts'
import { groupFacts, wrongBeside } from './group-model.ts'
import { giftsOn, goneOf, misplaced, railFacts, unplacedAtMpesa } from './rail-model.ts'
import type { Drive, World } from './world.ts'

// What the money must be, worked out from what the pretend provider says happened and from what was acknowledged to
// people. Of our own books it takes no amount: only which of the provider's facts they have heard of so far.

export type Money = {
  raised: number
  withdrawn: number
  available: number
  debt: number
  held: number
  payable: number
  credits: number
}

type Paid = {
  id: string
  reference: string
  status: string
  amount: number
  fees: number
  known: boolean
  held: string | null
}
type Back = { reference: string; ext: string; amount: number; over: boolean; known: boolean }
type Sent = {
  reference: string
  status: string
  amount: number
  fee: number
  ours: string | null
  payout: number | null
}
type Asked = { ext: string; reference: string; status: string; amount: number; heard: string | null }
export type Facts = Awaited<ReturnType<typeof factsOf>>

/** The provider's side, and beside each fact whether we have heard of it. */
export async function factsOf() {
  const rows = async <Row>(text: string) => (await thePool().query(text)).rows as Row[]
  const paid = await rows<Paid>(`
    select s.id, s.reference, s.status, s.amount, s.fees, p.id is not null as known, h.state as held
    from sandbox.paystack_payments s
    left join payments p on p.reference = s.reference and p.status = 'succeeded'
    left join suspense h on h.provider_tx_id = s.id where s.status in ('success', 'reversed')`)
  const back = await rows<Back>(`
    select s.reference, x.ext, x.amount, x.over, r.id is not null as known from (
      select 'refund ' || id as ext, payment_id, amount, status = 'processed' as over from sandbox.paystack_refunds
        where status <> 'failed'
      union all select 'chargeback ' || id, payment_id, refund_amount, true from sandbox.paystack_disputes
        where status = 'resolved' and resolution <> 'declined' and refund_amount > 0) x
    join sandbox.paystack_payments s on s.id = x.payment_id
    left join reversals r on r.kind || ' ' || r.ext_id = x.ext and r.state = 'done'`)
  const sent = await rows<Sent>(`
    select t.reference, t.status, t.amount, t.fee, a.state as ours, a.payout_id as payout
    from sandbox.paystack_transfers t left join payout_attempts a on a.reference = t.reference`)
  const foreign = await rows<{ says: string }>(`
    select concat_ws(' ', r.kind, r.ext_id, 'of', p.reference, 'over', r.amount, 'is not so there:', x.status, x.amount) as says
    from reversals r join payments p on p.id = r.payment_id left join (
      select 'refund ' || id as ext, amount, status from sandbox.paystack_refunds
      union all select 'chargeback ' || id, refund_amount, concat(status, ' ', resolution) from sandbox.paystack_disputes) x
    on x.ext = r.kind || ' ' || r.ext_id
    where r.state = 'done' and p.provider <> 'mpesa' and (x.status is null or x.amount <> r.amount or x.status not in ('processed', 'resolved merchant-accepted', 'resolved auto-accepted'))`)
  const asked = await rows<Asked>(`
    select d.id as ext, s.reference, d.status, d.amount, q.status as heard from sandbox.paystack_disputes d
    join sandbox.paystack_payments s on s.id = d.payment_id left join disputes q on q.ext_id = d.id`)
  const [state] = await rows<{ balance: number }>('select balance from sandbox.paystack_state')
  const filed = await rows<{ id: number; reference: string; amount: number; open: boolean }>(`
    select r.id, p.reference, r.amount, r.state = 'open' as open
    from reversals r join payments p on p.id = r.payment_id where r.kind = 'refund'`)
  const [rail, group] = [await railFacts(), await groupFacts()]
  return { paid, back, foreign, sent, asked, filed, balance: state!.balance, rail, group }
}

const sum = <One>(all: Iterable<One>, of: (one: One) => number) => {
  let total = 0
  for (const one of all) total += of(one)
  return total
}
/** Five in a hundred, half a cent up. */
export const share = (amount: number) => Math.floor((amount * 5 + 50) / 100)

/** The drive's money as far as we have heard. */
export function moneyOf(world: World, facts: Facts, drive: Drive): Money {
  const { started, payouts } = world
  const its = new Map(started.filter((one) => one.drive === drive).map((one) => [one.reference, one]))
  const paid = facts.paid.filter(({ known, reference }) => known && its.has(reference))
  const gifts = new Map(
    paid.filter(({ reference }) => its.get(reference)!.kind === 'donation').map((one) => [one.reference, one.amount]),
  )
  for (const { reference, amount } of giftsOn(facts.rail, drive)) gifts.set(reference!, amount)
  const gone = new Map<string, number>()
  for (const { reference, amount, known } of facts.back)
    if (known && gifts.has(reference)) gone.set(reference, (gone.get(reference) ?? 0) + amount)
  for (const [reference, amount] of goneOf(facts.rail.gone)) if (gifts.has(reference)) gone.set(reference, amount)
  const [given, back] = [sum(gifts.values(), Number), sum(gone.values(), Number)]
  const raised = given - back
  const returned = new Set(facts.sent.filter(({ ours }) => ours === 'returned').map(({ payout }) => payout))
  const taken = payouts.filter((one) => one.drive === drive && one.is !== 'declined' && !returned.has(one.id))
  const withdrawn = sum(taken, ({ amount }) => amount)
  const left = raised - withdrawn + drive.writtenOff
  const payable =
    sum(gifts.values(), (amount) => amount - share(amount)) -
    sum(gone.values(), (amount) => amount - share(amount)) -
    sum(taken, ({ net }) => net) +
    drive.posted
  const available = Math.max(0, left)
  const waiting = new Map<string, number>()
  const waits = (reference: string, amount: number) => waiting.set(reference, (waiting.get(reference) ?? 0) + amount)
  for (const { heard, reference, amount } of facts.asked) if (heard === 'open') waits(reference, amount)
  // What an administrator asked to have refunded is known to us alone until the provider has done it.
  for (const { open, reference, amount } of facts.filed) if (open) waits(reference, amount)
  const held = sum(waiting, ([reference, amount]) =>
    gifts.has(reference) ? Math.min(amount, gifts.get(reference)! - (gone.get(reference) ?? 0)) : 0,
  )
  const bought = sum(paid, ({ reference }) => its.get(reference)!.views)
  return {
    raised,
    withdrawn,
    available,
    debt: Math.max(0, -left),
    held: Math.min(available, held),
    payable,
    credits: 15 + bought - drive.counted,
  }
}

/** What is at the provider for us, as far as we have heard. */
export function clearingOf({ payouts }: World, { paid, back, sent }: Facts): number {
  const came = sum(paid, ({ known, held, amount, fees }) => (known || held ? amount - fees : 0))
  const went = sum(back, ({ known, reference, amount }) =>
    known || (isHeld(paid, reference) && isClosed(paid, reference)) ? amount : 0,
  )
  // What comes back comes back with what sending it had cost.
  const arrived = sum(sent, ({ ours, amount, fee }) => (ours === 'success' ? amount + fee : 0))
  return came - went - arrived - sum(payouts, ({ is, net }) => (is === 'by-hand' ? net : 0))
}
const isHeld = (paid: Paid[], reference: string) => paid.some((one) => one.reference === reference && one.held)
const isClosed = (paid: Paid[], reference: string) =>
  paid.some((one) => one.reference === reference && one.held === 'closed')

/** What nobody could place: at the provider, and at M-Pesa. */
export const suspenseOf = ({ paid, rail }: Facts): number =>
  sum(paid, ({ held, amount }) => (held === 'open' ? amount : 0)) + unplacedAtMpesa(rail)

/** What we say is so that the provider does not, or that was acknowledged and is not in the books. */
export function untrue(world: World, { paid, sent, asked, filed, foreign, rail, group }: Facts): string[] {
  const known = new Set(paid.filter(({ known }) => known).map(({ reference }) => reference))
  const lost = [...world.acknowledged].filter((reference) => !known.has(reference))
  const refunds = new Set(filed.map(({ id }) => id))
  const twice = sent.filter(
    ({ payout, status }, at) =>
      payout && status === 'success' && sent.findIndex((one) => one.payout === payout && one.status === status) !== at,
  )
  const ahead = sent.filter(
    ({ ours, status }) =>
      (ours === 'success' && !['success', 'reversed'].includes(status)) ||
      (ours === 'failed' && !['failed', 'reversed', 'abandoned'].includes(status)) ||
      (ours === 'returned' && status !== 'reversed'),
  )
  return [
    ...foreign.map(({ says }) => says),
    ...misplaced(world, rail),
    ...wrongBeside(world, group, rail),
    ...lost.map((reference) => `acknowledged and lost: ${reference}`),
    ...[...world.refunds].filter((id) => !refunds.has(id)).map((id) => `acknowledged and lost: refund ${id}`),
    ...twice.map(({ reference }) => `sent twice: ${reference}`),
    ...ahead.map(({ reference, ours, status }) => `transfer ${reference}: we say ${ours}, they say ${status}`),
    ...asked
      .filter(({ heard, status }) => heard === 'resolved' && status !== 'resolved')
      .map(({ ext }) => `dispute ${ext} is not over`),
  ]
}
