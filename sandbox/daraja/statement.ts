import { all } from '../database.ts'
import { columns, type Transaction } from './money.ts'
import { nameOf } from './phones.ts'
import { type Scene, stampOf } from './world.ts'

// The statement of a shortcode, as a person loads it down from the portal.

const heads =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'

const reasons: Record<Transaction['way'], string> = {
  prompt: 'Pay Bill Online',
  paybill: 'Pay Bill',
  till: 'Merchant Payment',
  payout: 'Business Payment to Customer via API',
  reversal: 'Transaction Reversal',
  charge: 'Business Charge',
  'top-up': 'Organization Deposit',
  settlement: 'Organization Settlement',
}

/** Newest first, with a few lines about the organisation before it. */
export async function statement(scene: Scene, shortcode: string): Promise<string> {
  const rows = await all<Transaction>(
    scene.world.pool(),
    `select ${columns} from sandbox.daraja_transactions where shortcode = $1 order by at desc, receipt desc limit 20000`,
    [shortcode],
  )
  const about = [`Account Holder:,${scene.world.name}`, `Short Code:,${shortcode}`, 'Account:,Utility Account', '']
  return [...about, heads, ...rows.map(lineOf)].join('\r\n')
}

function lineOf({ receipt, way, phone, account, amount, balance, linked, at }: Transaction): string {
  const time = stampOf(at).replace(/^(....)(..)(..)(..)(..)(..)$/, '$3-$2-$1 $4:$5:$6')
  const party = phone ? `${phone} - ${nameOf(phone)}` : ''
  const details = `${reasons[way]} ${party}${account ? ` Acc. ${account}` : ''}`.trim()
  const [paidIn, withdrawn] = amount > 0 ? [money(amount), ''] : ['', money(amount)]
  const left = [receipt, time, time, details, 'Completed', paidIn, withdrawn, money(balance), 'true']
  return [...left, reasons[way], party, linked ?? '', account ?? ''].map(cell).join(',')
}

const money = (cents: number) => (cents / 100).toFixed(2)
const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
