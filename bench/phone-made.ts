import { createHash, randomBytes } from 'node:crypto'
import { type House, pause } from './money-app.ts'
import { newDrives } from './money-rows.ts'
import { type Listed, shillings, shortcode } from './phone-rail.ts'

// What is told of gifts by phone, and what is there before it is.

export type Rail = {
  ask: <Answer>(what: string, body: object) => Promise<Answer>
  /** The paths that M-Pesa was told. */
  validation: string
  confirmation: string
}

/** The pretend M-Pesa at this port, once the product has told it where it hears. */
export async function railAt(port: number): Promise<Rail> {
  const ask = async <Answer>(what: string, body: object): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}/bench/${what}`, { method: 'POST', body: JSON.stringify(body) })
    return (await answer.json()) as Answer
  }
  for (let tries = 0; tries < 600; tries++) {
    const { doors } = await ask<{ doors: Record<string, string> | null }>('doors', {})
    if (doors) return { ask, validation: pathOf(doors.ValidationURL!), confirmation: pathOf(doors.ConfirmationURL!) }
    await pause(100)
  }
  throw new Error('the product did not say where it hears of payments')
}
export const pathOf = (address: string): string => new URL(address).pathname

export type Drive = { id: string; slug: string; number: string }

export async function drivesWithCodes(house: House, many: number, title: string): Promise<Drive[]> {
  const ids = await newDrives(house, many, title)
  const { rows } = await house.db.query<Drive>(
    `select d.id, d.slug, c.code as number from fund_drives d join drive_codes c on c.fund_drive_id = d.id and c.kind = 'number'
     where d.id = any($1)`,
    [ids],
  )
  if (rows.length !== many) throw new Error('a drive has no number')
  return rows
}

let nr = 0
/** As M-Pesa writes a moment; its clocks are those of Nairobi. */
const nairobi = () => new Date(Date.now() + 3 * 3_600_000).toISOString()
const digits = () => nairobi().replace(/\D/g, '').slice(0, 14)
const spelt = () => nairobi().slice(0, 19).replace('T', ' ')

const newReceipt = () => `TKO${(++nr).toString(36).toUpperCase().padStart(7, '0')}`
export const listed = (account: string): Listed => ({ receipt: newReceipt(), account, at: spelt() })

/** What is posted to us: where to, and its body. */
export type Told = { path: string; body: string }

/** The body of a payment from the menu of a phone, as it is asked about and told. */
export const payIn = (path: string, { receipt, account }: Listed): Told => ({
  path,
  body: JSON.stringify({
    TransactionType: 'Pay Bill',
    TransID: receipt,
    TransTime: digits(),
    TransAmount: `${shillings}.00`,
    BusinessShortCode: shortcode,
    BillRefNumber: account,
    InvoiceNumber: '',
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: '2547 ***** 126',
    FirstName: 'AMINA',
    MiddleName: '',
    LastName: '',
  }),
})

/** That a request was paid. */
export const paidCallback = (path: string, checkout: string, receipt: string): Told => {
  const Item = [
    { Name: 'Amount', Value: shillings },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'TransactionDate', Value: Number(digits()) },
    { Name: 'PhoneNumber', Value: 254712345126 },
  ]
  const stkCallback = {
    MerchantRequestID: 'm-1',
    CheckoutRequestID: checkout,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    CallbackMetadata: { Item },
  }
  return { path, body: JSON.stringify({ Body: { stkCallback } }) }
}

/** Requests that wait on phones, a gift each; M-Pesa says of all of them that they were paid. */
export async function openRequests(
  { db }: House,
  drives: Drive[],
  many: number,
): Promise<{ told: Told; row: Listed }[]> {
  const made = Array.from({ length: many }, (_, at) => {
    const drive = drives[at % drives.length]!
    const token = randomBytes(32).toString('hex')
    const account = `${drive.number}K${(at % 65_536).toString(16).toUpperCase().padStart(4, '0')}`
    const phone = `+2547${String(10_000_000 + ++nr)}`
    return { driveId: drive.id, account, token, phone, checkout: `paid_${nr}`, row: listed(account) }
  })
  await db.query(
    `with asked as (
       select * from unnest($1::uuid[], $2::text[], $3::bytea[], $4::text[], $5::text[]) a (drive_id, account, hash, checkout, phone)
     ), paid as (
       insert into payments (reference, kind, fund_drive_id, amount, provider, status, donor_phone)
       select 'don-' || md5(checkout), 'donation', drive_id, $6, 'mpesa', 'pending', phone
       from asked returning id, reference
     )
     insert into mpesa_prompts (payment_id, n, account, phone, hear_hash, checkout_id, state, sent_at, ask_at)
     select p.id, 1, a.account, a.phone, a.hash, a.checkout, 'open', now(), now() + interval '1 hour'
     from asked a join paid p on p.reference = 'don-' || md5(a.checkout)`,
    [
      made.map((one) => one.driveId),
      made.map((one) => one.account),
      made.map((one) => createHash('sha256').update(one.token).digest()),
      made.map((one) => one.checkout),
      made.map((one) => one.phone),
      shillings * 100,
    ],
  )
  await db.query('analyze payments, mpesa_prompts')
  return made.map(({ token, checkout, row }) => ({
    told: paidCallback(`/hooks/m/${token}`, checkout, row.receipt),
    row,
  }))
}

export const giftsIn = async ({ db }: House, drives: Drive[]): Promise<{ many: number; cents: number }> =>
  (
    await db.query(
      'select count(*)::int as many, coalesce(sum(amount), 0)::float8 as cents from donations where fund_drive_id = any($1)',
      [drives.map(({ id }) => id)],
    )
  ).rows[0]

/** Until so many gifts are in; the milliseconds that it took from `began`, or undefined after `longest`. */
export async function untilIn(house: House, drives: Drive[], many: number, began: number, longest = 900_000) {
  while ((await giftsIn(house, drives)).many < many) {
    if (performance.now() - began > longest) return undefined
    await pause(100)
  }
  return performance.now() - began
}
