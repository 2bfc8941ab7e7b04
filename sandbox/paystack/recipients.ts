import { type Answer, exact, textOf } from '../bodies.ts'
import { one, type Runs } from '../database.ts'
import { bad, good } from './answers.ts'
import { bankOf } from './banks.ts'
import { numbered, type Scene } from './world.ts'

// Whom money is sent to.

export type Recipient = {
  id: string
  recipient_code: string
  type: string
  name: string
  account_number: string
  bank_code: string
  created_at: Date
}

/** Makes a recipient; the same account again is the one that is there. */
export async function create(scene: Scene, body: Record<string, unknown>): Promise<Answer> {
  const [type, name, account, code] = ['type', 'name', 'account_number', 'bank_code'].map((field) =>
    textOf(body[field]),
  )
  if (!type || !name || !account || !code)
    return bad(400, 'Type, name, account number and bank code are required', 'missing_params')
  if ((textOf(body.currency) ?? 'KES') !== 'KES') return bad(400, 'Currency is not supported', 'unsupported_currency')
  if (!bankOf(type, code)) return bad(400, 'Bank is invalid', 'invalid_bank_code', 'List the banks for their codes')
  const isPhone = /^(?:0|\+?254)[17]\d{8}$/.test(account)
  if (type === 'mobile_money' ? !isPhone : !/^\d{4,20}$/.test(account))
    return bad(400, 'Account number is invalid', 'invalid_account_number')
  const { id, code: word } = await numbered(scene)
  const local = type === 'mobile_money' ? account.replace(/^\+?254/, '0') : account
  const made = await one<Recipient>(
    scene.world.pool(),
    `insert into sandbox.paystack_recipients (id, recipient_code, type, name, account_number, bank_code, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (type, bank_code, account_number) do nothing returning *`,
    [id, `RCP_${word}`, type, name, local, code, scene.now],
  )
  const recipient =
    made ??
    (await one<Recipient>(
      scene.world.pool(),
      'select * from sandbox.paystack_recipients where type = $1 and bank_code = $2 and account_number = $3',
      [type, code, local],
    ))!
  return good('Transfer recipient created successfully', shown(recipient), {}, made ? 201 : 200)
}

export const recipientOf = (runs: Runs, by: 'recipient_code' | 'id', value: string) =>
  one<Recipient>(runs, `select * from sandbox.paystack_recipients where ${by} = $1`, [value])

export function shown({ id, recipient_code, type, name, account_number, bank_code, created_at }: Recipient) {
  const at = created_at.toISOString()
  return {
    active: true,
    createdAt: at,
    currency: 'KES',
    description: null,
    domain: 'test',
    email: null,
    id: exact(id),
    integration: 1,
    metadata: null,
    name,
    recipient_code,
    type,
    updatedAt: at,
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number,
      account_name: null,
      bank_code,
      bank_name: bankOf(type, bank_code)?.name ?? null,
    },
  }
}
