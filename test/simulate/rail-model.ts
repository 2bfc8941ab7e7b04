import { editsBetween } from '#app/drives/codes/code.ts'
import { thePool } from '#app/platform/db.server.ts'
import type { Drive, World } from './world.ts'

// Where money that came by M-Pesa must be. That it came, how much and to which account, the pretend M-Pesa says; which
// decisions there were, the people who were told so. Of our books is asked which of it they have heard of, and where they put it.

export type Came = {
  receipt: string
  way: 'prompt' | 'paybill'
  /** As it was asked for or typed. */
  account: string
  tail: string
  amount: number
  at: Date
  /** Proved by an answer of M-Pesa's own. */
  proved: boolean
  /** The account that our books know: none yet where no answer named it. */
  told: string | null
  /** The request that asked for just this, and the payment it was sent for. */
  prompt: number | null
  begun: number | null
  /** The payment that it is in the books, that one's drive, and which suspense it was before. */
  gift: number | null
  reference: string | null
  on: string | null
  was: number | null
  pledge: number | null
  /** Its place among what nobody could place. */
  kept: number | null
  keptIs: 'open' | 'closed' | null
  /** M-Pesa gave it back. */
  back: boolean
}
export type Left = { receipt: string; way: 'charge' | 'settlement' | 'reversal'; amount: number; booked: boolean }
/** Money of a gift that went back at M-Pesa: `known` once our books say so, of a gift `reference`. */
type Gone = {
  receipt: string
  of: string
  amount: number
  known: boolean
  /** The refund that it is with us, what of its gift there was, and for which the order was. */
  refund: number | null
  reference: string | null
  paid: number | null
  ordered: string | null
}
/** An order to send a part of a gift to a phone: the digits of that phone, and of the one that paid the gift. */
type Ordered = { name: string; to: string; paid: string }
/** Money that M-Pesa sent to an owner: `known` once our books say so. */
type Paid = { receipt: string; payout: string; amount: number; known: boolean }
export type RailFacts = Awaited<ReturnType<typeof railFacts>>

/** M-Pesa's side, and beside each fact whether and where we have it. */
export async function railFacts() {
  const rows = async <Row>(text: string) => (await thePool().query(text)).rows as Row[]
  const came = await rows<Came>(`
    with asked as (
      select t.receipt, t.way, coalesce(t.account, '') as account, right(t.phone, 3) as tail, t.amount, t.at,
        q.id as prompt, q.payment_id as begun, q.account as name,
        r.proved_at is not null as proved, r.account as told,
        case when r.state <> 'heard' then r.payment_id end as placed, case when r.state <> 'heard' then r.suspense_id end as unplaced,
        coalesce(r.state, 'heard') = 'heard' and t.way = 'prompt' and q.id is not null and not exists (
          select from mpesa_receipts o join sandbox.daraja_transactions x on x.receipt = o.receipt
          where o.prompt_id = q.id and o.state <> 'heard' and o.receipt <> t.receipt) as "byPrompt"
      from sandbox.daraja_transactions t
      left join (select q.*, p.amount from mpesa_prompts q join payments p on p.id = q.payment_id) q
        on q.account = upper(t.account) and q.amount = t.amount
      left join mpesa_receipts r on r.receipt = t.receipt
      where t.way in ('prompt', 'paybill') and t.amount > 0)
    select a.receipt, a.way, a.account, a.tail, a.amount, a.at, a.proved, a.told, a.prompt, a.begun,
      p.id as gift, p.reference, p.fund_drive_id as on, p.pledge_id as pledge, w.id as was, s.id as kept, s.state as "keptIs",
      exists (select from sandbox.daraja_transactions g where g.linked = a.receipt and g.way = 'reversal') as back
    from asked a
    left join suspense b on a."byPrompt" and b.provider = 'mpesa' and b.provider_tx_id = a.name
    left join payments y on a."byPrompt" and b.id is null and y.id = a.begun and y.status = 'succeeded' and y.provider_tx_id = a.name
    left join suspense s on s.id = coalesce(a.unplaced, case when b.state <> 'placed' then b.id end)
    left join payments p on p.id = coalesce(a.placed, b.placed_payment_id, y.id)
    left join suspense w on w.placed_payment_id = p.id
    order by a.at, a.receipt`)
  const left = await rows<Left>(`
    select t.receipt, t.way, -t.amount as amount, exists (select from mpesa_lines l where l.receipt = t.receipt
      and l.became in ('fee', 'settlement', 'known', 'back')) as booked
    from sandbox.daraja_transactions t where t.way in ('charge', 'settlement', 'reversal')`)
  const gone = await rows<Gone>(`
    select b.receipt, coalesce(b.linked, '') as of, -b.amount as amount, v.id is not null as known, v.id as refund,
      p.reference, p.amount as paid, substring(b.originator from '^back-([0-9]+)-') as ordered
    from sandbox.daraja_transactions b
    left join reversals v on v.provider = 'mpesa' and (v.state = 'done' or v.excess > 0) and v.ext_id in (b.receipt, 'reversal of ' || b.linked)
    left join payments p on p.id = v.payment_id
    where b.way in ('reversal', 'payout') and b.amount < 0 and coalesce(b.originator, '') not like 'pay-%'
      and not exists (select from suspense_returns s where s.receipt = b.receipt)`)
  const sent = await rows<Paid>(`
    select b.receipt, split_part(b.originator, '-', 2) as payout, -b.amount as amount, a.id is not null as known
    from sandbox.daraja_transactions b
    left join payout_attempts a on a.reference = b.originator and a.state = 'success' and a.provider_code = b.receipt
    where b.way = 'payout' and b.originator like 'pay-%'`)
  const ordered = await rows<Ordered>(`
    select o.originator as name, right(o.subject, 3) as to, right(t.phone, 3) as paid
    from sandbox.daraja_orders o join reversals v on v.id = substring(o.originator from '^back-([0-9]+)-')::bigint
      join mpesa_receipts r on r.payment_id = v.payment_id join sandbox.daraja_transactions t on t.receipt = r.receipt
    where o.kind = 'payout' order by o.originator`)
  const made = await rows<{ name: string; amount: number }>(`
    select ext_id as name, amount from reversals v where provider = 'mpesa' and state = 'done' and not exists (
      select from sandbox.daraja_transactions b where v.ext_id in (b.receipt, 'reversal of ' || b.linked) and -b.amount = v.amount + v.excess)`)
  const [state] = await rows<{ utility: number }>(
    `select coalesce(sum(utility), 0)::float8 as utility from sandbox.daraja_accounts`,
  )
  const paid = await rows<{ reference: string }>(
    `select reference from payments where provider = 'mpesa' and status = 'succeeded'`,
  )
  return {
    came,
    left,
    gone,
    ordered,
    sent,
    made,
    utility: state!.utility,
    paid: paid.map(({ reference }) => reference),
  }
}

const sum = <One>(all: Iterable<One>, of: (one: One) => number) => {
  let total = 0
  for (const one of all) total += of(one)
  return total
}

/** Of this drive, as far as we have heard. */
export const giftsOn = ({ came }: RailFacts, drive: Drive) => came.filter(({ on }) => on === drive.id)

/** Our money at M-Pesa, as far as we have heard. */
export const clearingAtMpesa = ({ lost }: Pick<World, 'lost'>, { came, left, gone, sent }: RailFacts): number =>
  sum(came, ({ gift, keptIs, amount }) => (gift !== null || keptIs === 'open' ? amount : 0)) -
  sum(left, ({ way, booked, amount }) => (booked && way !== 'reversal' ? amount : 0)) -
  sum(sent, ({ known, amount }) => (known ? amount : 0)) -
  sum(goneOf(gone).values(), Number) -
  sum(lost.values(), Number)

/** What went back of each gift, as far as we have heard: no more than the gift, or its drive would owe what was never its own. */
export function goneOf(gone: Gone[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const { known, reference, amount, paid } of gone)
    if (known && reference) all.set(reference, Math.min(paid!, (all.get(reference) ?? 0) + amount))
  return all
}

export const unplacedAtMpesa = ({ came }: RailFacts): number =>
  sum(came, ({ keptIs, amount }) => (keptIs === 'open' ? amount : 0))

const signsIn = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The drive whose code was asked with or typed: alone, or with a tag behind it. */
function meantBy({ drives }: World, account: string): Drive | undefined {
  const signs = signsIn(account)
  const isOf = (code: string) => signs === code || (signs.startsWith(code) && /^.{4,5}$/.test(signs.slice(code.length)))
  return drives.find(({ codes }) => codes.some(isOf))
}

/** A giver of this drive said so, with the digits of the phone that paid, and it is one slip from a code of it. */
const isClaimed = ({ claims }: World, { receipt, tail, account }: Came, drive: string | null) =>
  claims.some(
    (one) =>
      one.receipt === receipt &&
      one.tail === tail &&
      one.drive.id === drive &&
      one.drive.codes.some((code) => editsBetween(signsIn(account), code) <= 1),
  )

/** What is not where it must be. */
export function misplaced(world: World, { came, paid, made, gone, ordered, sent }: RailFacts): string[] {
  const there = new Set(paid)
  return [
    ...[...world.thanked].filter((one) => !there.has(one)).map((one) => `acknowledged and lost: ${one}`),
    ...made.map(({ name, amount }) => `M-Pesa knows of no ${name} over ${amount}`),
    ...came.flatMap((one) => wrongPlace(world, one)),
    ...paidAgain(came),
    ...twice(gone.map(({ ordered }) => ordered)).map((one) => `refund ${one} was sent to a phone twice`),
    ...ordered.flatMap(({ name, to, paid: by }) => (to === by ? [] : [`${name} goes to …${to}, and …${by} paid`])),
    ...twice(sent.map(({ payout }) => payout)).map((one) => `withdrawal ${one} was sent to a phone twice`),
    ...world.here
      .filter(({ receipt, drive }) => !came.some((one) => one.receipt === receipt && one.on === drive.id))
      .map(({ receipt }) => `its giver was told that ${receipt} is here, and it is not`),
  ]
}

const twice = (all: (string | null)[]) => all.filter((one, at) => one !== null && all.indexOf(one) !== at)

function wrongPlace(world: World, one: Came): string[] {
  const { receipt, account, gift, on, was, kept, keptIs, told, back } = one
  const name = `${receipt} for ${account || 'no account'}`
  const meant = meantBy(world, account)
  const decided = world.decided.get(was ?? kept ?? 0)
  if (gift !== null && was === null)
    return on === (meant?.id ?? '') ? [] : [`${name} is a gift to ${on}, and nobody decided that`]
  if (gift !== null) {
    const isTrue = decided === on || (!decided && !meant && isClaimed(world, one, on))
    return isTrue ? [] : [`${name} was placed on ${on}, and what was decided is ${decided ?? 'nothing'}`]
  }
  if (kept === null) return []
  const isSecond = one.begun !== null
  // Of what was paid twice its giver may have been silent, or want one back.
  const mayGoBack = decided === 'back' || isSecond || world.wanted.has(kept) || world.taken.has(receipt)
  if (keptIs === 'closed' && !(back && mayGoBack))
    return [`${name} is closed, and ${back ? 'nobody decided that' : 'did not go back'}`]
  if (keptIs === 'open' && decided === 'back') return [`${name} is open, and was sent back`]
  return meant && !isSecond && told !== '' ? [`${name} is unplaced, and is meant for ${meant.id}`] : []
}

/**
 * Of the requests of one payment that were paid, the first is the gift and the others wait for their giver's word. What was paid
 * once more to the account of one of them is a gift of its own.
 */
function paidAgain(came: Came[]): string[] {
  const groups = Map.groupBy(
    came.filter(({ begun, gift, kept, told }) => begun !== null && (gift ?? (told === '' ? null : kept)) !== null),
    ({ begun }) => begun,
  )
  return [...groups].flatMap(([begun, all]) => {
    const more = all.length - new Set(all.map(({ prompt }) => prompt)).size
    const gifts = all.filter(({ gift, was }) => gift !== null && was === null).length
    return gifts === 1 + more ? [] : [`payment ${begun} was paid by ${all.length}, and ${gifts} are gifts unasked`]
  })
}

const listed = 47 * 3_600_000

/** What M-Pesa’s list has named by now, and no proof of it is here. */
export const unlisted = ({ came }: RailFacts, now: Date): string[] =>
  came
    .filter(({ at, proved }) => !proved && now.getTime() - at.getTime() < listed)
    .map(({ receipt, account, amount }) => `${receipt} for ${account} over ${amount}`)

/** It is over: M-Pesa and we say the same of every code. */
export function stillApart({ came, left, gone, sent, utility }: RailFacts, clearing: number): string[] {
  return [
    ...came
      .filter(({ gift, kept }) => gift === null && kept === null)
      .map(({ receipt, account, amount }) => `paid at M-Pesa, not here: ${receipt} for ${account} over ${amount}`),
    ...came.filter(({ proved }) => !proved).map(({ receipt }) => `no answer of M-Pesa’s has proved ${receipt}`),
    ...gone.filter(({ known }) => !known).map(({ receipt, of }) => `went back there, not here: ${receipt} of ${of}`),
    ...sent.filter(({ known }) => !known).map(({ receipt, payout }) => `sent there, not here: ${receipt} of ${payout}`),
    ...left.filter(({ booked }) => !booked).map(({ way, receipt }) => `left there, not here: ${way} ${receipt}`),
    ...(clearing === utility ? [] : [`M-Pesa has ${utility} of ours, the books say ${clearing}`]),
  ]
}
