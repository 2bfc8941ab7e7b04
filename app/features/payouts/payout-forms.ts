import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { centsIn, isTooMuch } from '#app/kit/money.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { type Destination, operators, payoutMin, says } from './payout.ts'

// What the forms of withdrawals carry. Apart from their words, so that no page of the browser brings a validator.

const text = z.string().catch('').transform(oneLine)

const fields = z.object({
  amount: text,
  /** A method of one's own by its id, or the kind of a new one. */
  method: text,
  bank_name: text,
  account_number: text,
  account_name: text,
  phone_number: text,
  mobile_operator: text,
  password: z.string().catch(''),
  /** The amount whose fee and net the person has seen, in cents. */
  seen: text,
  key: z.uuid().catch(() => crypto.randomUUID()),
})

type Typed = z.output<typeof fields>
type Name = keyof Typed
type Wrong = [Name, Words]

/** Where it is to go: to a saved method, or to a new one. */
type To = { methodId: string } | { method: Destination }
/** What was typed, understood: all that is missing is said, each at its field; else the first thing that is wrong. */
type Wanted = { amount: number; to: To; password: string; isSeen: boolean; key: string }

export const withdrawForm = fields.transform((typed, refused): Wanted => {
  const amount = centsIn(typed.amount)
  // Of less than can be withdrawn no figures are shown: what is wrong with it is said before a password is missed.
  const isSeen = amount !== undefined && amount >= payoutMin && typed.seen === String(amount)
  const missing = whatIsMissing(typed, isSeen)
  const wrong = missing.length > 0 ? missing : whatIsWrong(typed, amount)
  for (const [name, words] of wrong) refused.addIssue({ code: 'custom', path: [name], message: said(words) })
  if (wrong.length > 0) return z.NEVER
  return { amount: amount!, to: toOf(typed), password: typed.password, isSeen, key: typed.key }
})

/** What a new method of a kind needs; a saved one needs nothing. */
function fieldsOf(kind: string): Name[] | undefined {
  if (kind === 'bank') return ['bank_name', 'account_number', 'account_name']
  return kind === 'mobile_money' ? ['phone_number', 'mobile_operator'] : undefined
}

/**
 * The first that is missing says it of all of them, the others of themselves: one sentence is not read out five times.
 * The password is asked for with the figures, so that nobody without a script types it twice.
 */
function whatIsMissing(typed: Typed, isSeen: boolean): Wrong[] {
  const kind = fieldsOf(typed.method)
  const needed: Name[] = ['amount', 'method', ...(kind ?? []), ...(kind && isSeen ? (['password'] as const) : [])]
  return needed.filter((name) => typed[name] === '').map((name, at) => [name, at === 0 ? says.incomplete : says.empty])
}

const longest = 100

function whatIsWrong(typed: Typed, amount: number | undefined): Wrong[] {
  if (isTooMuch(typed.amount)) return [['amount', says.insufficient]]
  if (amount === undefined) return [['amount', /^[-\u2212]/.test(typed.amount) ? says.belowMin : says.amountShape]]
  if (amount < payoutMin) return [['amount', says.belowMin]]
  if (typed.method === 'mobile_money') {
    if (!kenyanPhone(typed.phone_number)) return [['phone_number', says.phoneShape]]
    if (!operatorIn(typed.mobile_operator)) return [['mobile_operator', says.incomplete]]
  } else if (typed.method === 'bank') {
    if (typed.bank_name.length > longest) return [['bank_name', says.tooLong]]
    if (!accountIn(typed.account_number)) return [['account_number', says.accountShape]]
    if (typed.account_name.length > longest) return [['account_name', says.tooLong]]
  } else if (!z.uuid().safeParse(typed.method).success) return [['method', says.noMethod]]
  return []
}

function toOf(typed: Typed): To {
  if (typed.method === 'mobile_money')
    return {
      method: {
        type: 'mobile_money',
        phone: kenyanPhone(typed.phone_number)!,
        operator: operatorIn(typed.mobile_operator)!,
      },
    }
  if (typed.method !== 'bank') return { methodId: typed.method.toLowerCase() }
  const { bank_name: bank, account_name: name } = typed
  return { method: { type: 'bank', bank, account: accountIn(typed.account_number)!, name } }
}

/** '+254712345678' for a number that can have a wallet. */
const kenyanPhone = (typed: string): string | undefined => {
  const phone = phoneIn(typed)
  return phone && /^\+254[17]\d{8}$/.test(phone) ? phone : undefined
}
const operatorIn = (typed: string) => operators.find((one) => one === typed)
const accountIn = (typed: string): string | undefined => {
  const account = typed.toUpperCase().replace(/[\s.]/g, '')
  return /^[0-9A-Z-]{4,34}$/.test(account) ? account : undefined
}

export const methodForm = z.object({ method: z.uuid() })
