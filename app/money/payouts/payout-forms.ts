import { z } from 'zod'
import { centsIn, isTooMuch } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { isKenyanMobile, phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { institutionTexts, patientNumberIn } from '#app/money/institutions/institution.ts'
import { mostParts } from './outcome.ts'
import { type MethodTyped, mostSignatures, operators, payoutMin, payoutTexts, purposeMax, reasonMax } from './payout.ts'

// The fields of the forms of withdrawals. Apart from their words, so that no page of the browser loads a validator.

const text = z.string().catch('').transform(oneLine)

const fields = z.object({
  amount: text,
  /** The id of one's own method, or the kind of a new one. */
  method: text,
  bank_name: text,
  account_number: text,
  account_name: text,
  phone_number: text,
  mobile_operator: text,
  /** The id of a confirmed institution, and the number of the patient or pupil there. */
  institution: text,
  patient_number: text,
  /** The purpose, where treasurers must agree. */
  purpose: text,
  /** The line of the drive's plan, if one is named. */
  line: text,
  password: z.string().catch(''),
  /** The amount whose fee and net the person has seen, in cents. */
  seen: text,
  /** The number of transfers that they agreed to. */
  parts: z.coerce.number().int().min(1).max(mostParts).catch(1),
  key: z.uuid().catch(() => crypto.randomUUID()),
})

type Typed = z.output<typeof fields>
type Name = Exclude<keyof Typed, 'parts'>
type Needed = keyof typeof payoutTexts.empty
type Wrong = [Name, Words]

/** The destination: a saved method, or a new one. */
type To = { methodId: string } | { method: MethodTyped }
/** The typed values, parsed, and what is wrong with them: the rest of the form is checked all the same. */
export type WithdrawalWanted = {
  amount: number | undefined
  to: To | undefined
  purpose: string
  /** The line of the plan; null for none. */
  lineId: number | null
  password: string
  isSeen: boolean
  parts: number
  key: string
  wrong: Wrong[]
}

export const withdrawForm = fields.transform((typed): WithdrawalWanted => {
  const amount = centsIn(typed.amount)
  // Too small an amount shows no figures: its error is shown before a missing password.
  const isSeen = amount !== undefined && amount >= payoutMin && typed.seen === String(amount)
  const missing = whatIsMissing(typed, isSeen)
  const named = new Set(missing.map(([name]) => name))
  const wrong = [...missing, ...whatIsWrong(typed, amount).filter(([name]) => !named.has(name))]
  const isClear = (names: Name[]) => !wrong.some(([name]) => names.includes(name))
  const { purpose, line, password, parts, key } = typed
  return {
    amount: isClear(['amount']) ? amount : undefined,
    to: isClear(['method', ...(fieldsOf(typed.method) ?? [])]) ? toOf(typed) : undefined,
    purpose,
    lineId: line === '' ? null : /^[1-9]\d{0,14}$/.test(line) ? Number(line) : 0,
    password,
    isSeen,
    parts,
    key,
    wrong,
  }
})

/** True if a password is needed: a new method is confirmed with it, once the figures were seen. */
export const asksPassword = ({ to, isSeen, password }: WithdrawalWanted): boolean =>
  isSeen && password !== '' && to !== undefined && 'method' in to

/** Returns the fields that a new method of a kind needs; a saved one needs none. */
function fieldsOf(kind: string): Needed[] | undefined {
  if (kind === 'bank') return ['bank_name', 'account_number', 'account_name']
  if (kind === 'institution') return ['institution', 'patient_number']
  return kind === 'mobile_money' ? ['phone_number', 'mobile_operator'] : undefined
}

/**
 * Lists missing fields. The first one's message is about all of them, the others' about themselves: one sentence is not read
 * out five times. The password is asked for with the figures, so that nobody without a script types it twice.
 */
function whatIsMissing(typed: Typed, isSeen: boolean): Wrong[] {
  const kind = fieldsOf(typed.method)
  const needed: Needed[] = ['amount', 'method', ...(kind ?? []), ...(kind && isSeen ? (['password'] as const) : [])]
  return needed
    .filter((name) => typed[name] === '')
    .map((name, at) => [name, at === 0 ? payoutTexts.incomplete : payoutTexts.empty[name]])
}

const longest = 100

function whatIsWrong(typed: Typed, amount: number | undefined): Wrong[] {
  const sum = wrongSum(typed.amount, amount)
  const long: Wrong[] = typed.purpose.length > purposeMax ? [['purpose', payoutTexts.purposeLong]] : []
  return [...(sum ? [['amount', sum] as Wrong] : []), ...wrongMethod(typed), ...long]
}

function wrongSum(typed: string, amount: number | undefined): Words | undefined {
  if (isTooMuch(typed)) return payoutTexts.insufficient
  if (amount === undefined) return /^[-\u2212]/.test(typed) ? payoutTexts.belowMin : payoutTexts.amountShape
  return amount < payoutMin ? payoutTexts.belowMin : undefined
}

function wrongMethod(typed: Typed): Wrong[] {
  const wrong: Wrong[] = []
  if (typed.method === 'mobile_money') {
    if (!kenyanPhone(typed.phone_number)) wrong.push(['phone_number', payoutTexts.phoneShape])
    if (!operatorIn(typed.mobile_operator)) wrong.push(['mobile_operator', payoutTexts.incomplete])
  } else if (typed.method === 'bank') {
    if (typed.bank_name.length > longest) wrong.push(['bank_name', payoutTexts.tooLong])
    if (!accountIn(typed.account_number)) wrong.push(['account_number', payoutTexts.accountShape])
    if (typed.account_name.length > longest) wrong.push(['account_name', payoutTexts.tooLong])
  } else if (typed.method === 'institution') {
    if (!z.uuid().safeParse(typed.institution).success) wrong.push(['institution', institutionTexts.notConfirmed])
    if (!patientNumberIn(typed.patient_number)) wrong.push(['patient_number', institutionTexts.patientNumber])
  } else if (!z.uuid().safeParse(typed.method).success) wrong.push(['method', payoutTexts.noMethod])
  return wrong
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
  if (typed.method === 'institution') {
    const account = patientNumberIn(typed.patient_number)!
    return { method: { type: 'institution', institution: typed.institution.toLowerCase(), account } }
  }
  if (typed.method !== 'bank') return { methodId: typed.method.toLowerCase() }
  const { bank_name: bank, account_name: name } = typed
  return { method: { type: 'bank', bank, account: accountIn(typed.account_number)!, name } }
}

/** Returns '+254712345678' for a number that can have a wallet. */
const kenyanPhone = (typed: string): string | undefined => {
  const phone = phoneIn(typed)
  return phone && isKenyanMobile(phone) ? phone : undefined
}
const operatorIn = (typed: string) => operators.find((one) => one === typed)
const accountIn = (typed: string): string | undefined => {
  const account = typed.toUpperCase().replace(/[\s.]/g, '')
  return /^[0-9A-Z-]{4,34}$/.test(account) ? account : undefined
}

export const cancelPayoutForm = z.object({ request: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
export const methodForm = z.object({ method: z.uuid() })

/** The word of a treasurer about a withdrawal, and the password. */
export const verdictForm = z.object({
  verdict: z.enum(['yes', 'no']),
  note: z
    .string()
    .catch('')
    .transform(oneLine)
    .pipe(z.string().max(reasonMax, said(payoutTexts.reasonLong))),
  again: z.string().catch(''),
})

/** A treasurer objects to a change of who must agree, with a reason; or the owner drops it. */
export const changeForm = z.object({
  change: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  what: z.enum(['object', 'drop']),
  why: z
    .string()
    .catch('')
    .transform(oneLine)
    .pipe(z.string().max(reasonMax, said(payoutTexts.reasonLong))),
  again: z.string().catch(''),
})

/** A treasurer's tick. */
export const namedForm = z.object({
  named: z.literal('on').optional(),
  payout: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
})

/** How many treasurers must agree. */
export const signaturesForm = z.object({
  signatures: z.string().regex(/^\d$/).transform(Number).pipe(z.number().max(mostSignatures)),
})
