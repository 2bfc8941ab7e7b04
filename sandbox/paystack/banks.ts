import type { Answer } from '../bodies.ts'
import { good } from './answers.ts'

// Where money can be sent in Kenya.

type Bank = { name: string; code: string; type: 'kepss' | 'mobile_money' | 'mobile_money_business' }

const named = (type: Bank['type'], rows: string): Bank[] =>
  rows.split(', ').map((row) => ({ code: row.split(' ')[0]!, name: row.slice(row.indexOf(' ') + 1), type }))

const banks: Bank[] = [
  ...named('mobile_money', 'MPESA M-PESA, ATL_KE Airtel Money, 97 T-Kash'),
  ...named('mobile_money_business', 'MPTILL M-PESA Till, MPPAYBILL M-PESA Paybill'),
  ...named(
    'kepss',
    '01 KCB Bank Kenya, 02 Standard Chartered Bank Kenya, 03 Absa Bank Kenya, 07 NCBA Bank Kenya, 10 Prime Bank, ' +
      '11 Co-operative Bank of Kenya, 12 National Bank of Kenya, 14 M Oriental Bank, 16 Citibank, 18 Middle East Bank, ' +
      '19 Bank of Africa Kenya, 23 Consolidated Bank of Kenya, 25 Credit Bank, 31 Stanbic Bank Kenya, ' +
      '35 African Banking Corporation, 43 Ecobank Kenya, 49 Spire Bank, 50 Paramount Bank, 53 Guaranty Trust Bank Kenya, ' +
      '54 Victoria Commercial Bank, 55 Guardian Bank, 57 I&M Bank, 61 HFC, 63 Diamond Trust Bank, 66 Sidian Bank, ' +
      '68 Equity Bank Kenya, 70 Family Bank, 72 Gulf African Bank, 74 First Community Bank, 76 UBA Kenya, ' +
      '78 Kenya Women Microfinance Bank',
  ),
]

export const bankOf = (type: string, code: string) => banks.find((bank) => bank.type === type && bank.code === code)

export function list(asked: URLSearchParams): Answer {
  const wantsKenya = ['KES', null].includes(asked.get('currency')) && ['kenya', null].includes(asked.get('country'))
  const most = Math.min(Number(/^\d{1,3}$/.exec(asked.get('perPage') ?? '')?.[0] ?? 50) || 50, 100)
  const rows = banks
    .map(({ name, code, type }, at) => ({
      id: 800 + at,
      name,
      slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      code,
      longcode: '',
      gateway: null,
      pay_with_bank: false,
      supports_transfer: true,
      available_for_direct_debit: false,
      active: true,
      country: 'Kenya',
      currency: 'KES',
      type,
      is_deleted: false,
    }))
    .filter(({ type }) => !asked.get('type') || asked.get('type') === type)
  return good('Banks retrieved', wantsKenya ? rows.slice(0, most) : [])
}

/** What sending so much costs, in cents. */
export function sendingFee(type: string, amount: number): number {
  const steps: [most: number, fee: number][] =
    type === 'kepss'
      ? [
          [1_000_000, 8000],
          [5_000_000, 12_000],
          [Number.POSITIVE_INFINITY, 14_000],
        ]
      : [
          [150_000, 2000],
          [2_000_000, 4000],
          [Number.POSITIVE_INFINITY, 6000],
        ]
  return steps.find(([most]) => amount <= most)![1]
}
