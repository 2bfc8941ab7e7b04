import type { Answer } from '../bodies.ts'
import { all, one } from '../database.ts'
import type { Fault } from '../faults.ts'
import { numberIn } from '../faults.ts'
import { addressOf, good, invalid, no, plain } from './answers.ts'
import { nextNumber, requestName, type Scene, stampOf } from './world.ts'

// The list of what came in within 48 hours, which has to be ordered once.

type Row = { receipt: string; way: string; phone: string | null; account: string | null; amount: number; at: Date }

const kept = 48 * 3600_000
const page = 100

const named = async (scene: Scene) => requestName(scene.seed, await nextNumber(scene.world.pool()))

export async function register(scene: Scene, body: Record<string, unknown>): Promise<Answer> {
  const shortcode = plain(body.ShortCode)
  const number = plain(body.NominatedNumber)
  if (!/^\d{5,7}$/.test(shortcode)) return invalid(scene, 'ShortCode')
  if (plain(body.RequestType) !== 'Pull') return invalid(scene, 'RequestType')
  if (!/^254[17]\d{8}$/.test(number)) return invalid(scene, 'NominatedNumber')
  if (!addressOf(body.CallBackURL)) return invalid(scene, 'CallBackURL')
  const known = await one<{ pull_number: string | null }>(
    scene.world.pool(),
    `with before as (select pull_number from sandbox.daraja_accounts where shortcode = $1)
     insert into sandbox.daraja_accounts (shortcode, pull_number) values ($1, $2)
     on conflict (shortcode) do update set pull_number = excluded.pull_number
     returning (select pull_number from before) as pull_number`,
    [shortcode, number],
  )
  const isNew = known!.pull_number === null
  return good({
    ResponseRefID: await named(scene),
    ResponseStatus: isNew ? '1000' : '1001',
    ShortCode: shortcode,
    ResponseDescription: isNew ? 'ShortCode Registered Successfully' : 'ShortCode already Registered',
  })
}

/** A page of it, oldest first. What is older is not in it, however far back is asked. */
export async function query(scene: Scene, body: Record<string, unknown>): Promise<Answer> {
  const shortcode = plain(body.ShortCode)
  const [from, to] = [momentIn(body.StartDate), momentIn(body.EndDate)]
  const offset = plain(body.OffSetValue)
  if (!/^\d{5,7}$/.test(shortcode)) return invalid(scene, 'ShortCode')
  if (!from) return invalid(scene, 'StartDate')
  if (!to) return invalid(scene, 'EndDate')
  if (!/^\d{1,9}$/.test(offset)) return invalid(scene, 'OffSetValue')
  const pool = scene.world.pool()
  const account = 'select from sandbox.daraja_accounts where shortcode = $1 and pull_number is not null'
  if (!(await one(pool, account, [shortcode]))) return no(scene, 400, '400.003.1001', 'ShortCode is not registered')
  const rows = await all<Row>(
    pool,
    `select receipt, way, phone, account, amount::float8 as amount, at from sandbox.daraja_transactions
     where shortcode = $1 and way in ('prompt', 'paybill', 'till') and at >= greatest($2::timestamptz, $4) and at <= $3
     order by at, receipt offset $5 limit $6`,
    [shortcode, from, to, new Date(scene.now.getTime() - kept), offset, page],
  )
  const found = rows.length > 0
  return good({
    ResponseRefID: await named(scene),
    ResponseCode: found ? '1000' : '1001',
    ResponseMessage: found ? 'Success' : 'No transactions found',
    Response: found ? [rows.map((row) => shown(scene, row))] : [],
  })
}

/** Some are left out of the list. */
export function withGap(fault: Fault, { status, body }: Answer): Answer {
  const [rows = []] = body.Response as [unknown[]?]
  return { status, body: { ...body, Response: [rows.slice(numberIn(fault, 'n', 1))] } }
}

const shown = ({ world }: Scene, { receipt, way, phone, account, amount, at }: Row) => ({
  transactionId: receipt,
  trxDate: spelt(at),
  msisdn: Number(phone),
  sender: 'MPESA',
  transactiontype: way === 'till' ? 'c2b-buy-goods-debit' : 'c2b-pay-bill-debit',
  billreference: account ?? '',
  amount: (amount / 100).toFixed(2),
  organizationname: world.name,
})

/** In the time of Nairobi, as stamps are. */
const spelt = (at: Date) => stampOf(at).replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6')

function momentIn(value: unknown): Date | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)$/.exec(plain(value)) ?? []
  const at = new Date(`${day}T${time}+03:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
