import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { type Product, until } from './product.ts'

// People who give by phone to a drive of a product that runs apart.

export function payers(product: () => Product, drive: { id: string; slug: string }) {
  async function press(what: string, body: object) {
    const answer = await fetch(`${product().url}/sandbox/daraja/__sandbox/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    /** From the menu of a phone; M-Pesa's code. */
    typed: async (account: string, shillings: number, phone = newPhone()): Promise<string> =>
      (await press('pay', { phone, account, amount: shillings })).receipt,
    /** The number that payers type for the drive. */
    number: async () => {
      const { rows } = await sql<{ code: string }>`
        select code from drive_codes where fund_drive_id = ${drive.id} and kind = 'number' and retired_at is null`.execute(
        db,
      )
      return rows[0]!.code
    },
    /** A gift that waits for its PIN; the number of its phone. */
    async asked(shillings: number, phone = newPhone(), giver: Record<string, string> = {}): Promise<string> {
      const { url } = product()
      const fields = { way: 'mpesa', amount: String(shillings), phone, key: randomUUID(), ...giver }
      const answer = await fetch(`${url}/fundraiser/${drive.slug}/donate`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: url, 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.9` },
        body: new URLSearchParams(fields),
      })
      if (answer.status !== 303) throw new Error(`no request was sent: ${answer.status} ${await answer.text()}`)
      return phone
    },
    pays: (phone: string) => press('press', { number: phone, pin: '1234' }),
    cancels: (phone: string) => press('press', { number: phone, cancel: true }),
  }
}
/** A number that nobody has used. */
export const newPhone = () => `+2547110${randomInt(10_000, 99_999)}`

/** Everything that M-Pesa has for us is in our books once, of its amount. */
export const allOfMpesaIsHere = (timeout: number) =>
  until(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from sandbox.daraja_transactions t where t.amount > 0 and not exists (
          select from mpesa_receipts r left join payments p on p.id = r.payment_id left join suspense s on s.id = r.suspense_id
          where r.receipt = t.receipt and r.state in ('placed', 'unplaced') and coalesce(p.amount, s.amount) = t.amount)`.execute(
        db,
      )
      return rows[0]!.n === 0
    },
    'all that M-Pesa has is in the books',
    timeout,
  )

/** Texts of ours that thank the phone's owner. */
export async function thanksTo(phone: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sandbox.sms where to_phone = ${phone} and sender <> 'M-PESA'`.execute(db)
  return rows[0]!.n
}

/** Requests that were sent to phones. */
export async function requestsSent(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sandbox.daraja_prompts`.execute(db)
  return rows[0]!.n
}
