import { all, one, type Runs } from '../database.ts'
import { keepSms } from '../sms.ts'
import type { Scene } from './world.ts'

// Pretend phones: a balance, and whether they are on.

export type Phone = { number: string; balance: number; is_on: boolean }

/** The right PIN of every pretend phone. */
export const pin = '1234'

const columns = 'number, balance::float8 as balance, is_on'

/** A phone as it was left, or a new one. It counts as used now; nobody else changes it until the transaction ends. */
export async function usedPhone(scene: Scene, tx: Runs, number: string): Promise<Phone> {
  const phone = await one<Phone>(
    tx,
    `insert into sandbox.daraja_phones (number, used_at) values ($1, $2)
     on conflict (number) do update set used_at = greatest(daraja_phones.used_at, excluded.used_at)
     returning ${columns}`,
    [number, scene.now],
  )
  return phone!
}

/** A phone as it is; one that nobody used is as new. */
export const phoneIn = async (runs: Runs, number: string): Promise<Phone> =>
  (await one<Phone>(runs, `select ${columns} from sandbox.daraja_phones where number = $1`, [number])) ?? {
    number,
    balance: 5_000_000,
    is_on: true,
  }

export const lately = (runs: Runs) =>
  all<Phone>(runs, `select ${columns} from sandbox.daraja_phones order by used_at desc, number limit 10`)

export const changeBalance = (tx: Runs, number: string, by: number) =>
  tx.query('update sandbox.daraja_phones set balance = balance + $2 where number = $1', [number, by])

/** M-Pesa's own word to the person with the phone. */
export const message = (tx: Runs, number: string, text: string) =>
  keepSms((query, values) => tx.query(query, values), { to: `+${number}`, sender: 'M-PESA', text })

const names = [
  'AMINA',
  'BRIAN',
  'CHEBET',
  'DAVID',
  'ESTHER',
  'FAITH',
  'GRACE',
  'HASSAN',
  'IRENE',
  'JOHN',
  'KIPTOO',
  'LUCY',
]
/** The first name of the person with a phone. */
export const nameOf = (number: string) => names[Number(number) % names.length]!

const figures = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** As M-Pesa writes money: Ksh1,500.00. */
export const ksh = (cents: number) => `Ksh${figures.format(cents / 100)}`

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'numeric',
  year: '2-digit',
  timeZone: 'Africa/Nairobi',
})
const times = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'Africa/Nairobi' })
/** As M-Pesa writes a moment in its messages: 23/11/26 at 4:50 PM. */
export const spokenMoment = (at: Date) => `${days.format(at)} at ${times.format(at).replace(' ', ' ')}`
