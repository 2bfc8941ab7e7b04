import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { fits, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { waitIn } from '#app/platform/http/limits.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { canBeTexted, sendAllSms, sendSms } from '#app/platform/sms/outbox.server.ts'
import { claimedPath } from './claim.ts'
import { textThanks } from './credit.server.ts'
import { claimLimitTexts } from './limits.server.ts'
import { payPath } from './prompt.ts'

type Told = {
  id: number
  receipt: string
  phone: string
  token: string
  reference: string | null
  language: string | null
}

/**
 * Texts givers whose claims lapsed or were refused: both read the same, once for each claim, if they left a phone. By day, and
 * within the texts of a day, like every text that nobody waits for this minute.
 */
export async function textUnmatched(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<Told>`
    select c.id, c.receipt, c.phone, c.token, p.reference, coalesce(p.language, c.language) as language
    from claims c left join payments p on p.id = c.payment_id
    where c.id = any(${ids}::bigint[]) and c.own and c.phone is not null`.execute(tx)
  await sendAllSms(
    tx,
    rows.map((one) => ({ key: `claim ${one.id}`, phone: one.phone, text: wordsOf(one), money: false })),
  )
}

function wordsOf({ receipt: code, token, reference, language }: Told): string {
  const words = wordsFor(language)
  const url = publicAddress() + (reference ? payPath(reference) : claimedPath(token))
  const whole = words._(msg`We could not match M-Pesa ${code} with a gift. Compare the code and enter it again: ${url}`)
  return fits(whole)
    ? whole
    : words._(msg`We could not match M-Pesa ${code} with a gift. Compare the code and enter it again.`)
}

function wordsFor(spoken: string | null) {
  const language = knownLanguage(spoken)
  return wordsIn(language, catalogues[language])
}

type Found = {
  code: string
  paymentId: number
  phone: string | null
  language: string | null
  token: string
  amount: number
  title: string
  /** True if the number that paid ends as this phone does. */
  isPayers: boolean
  /** True if its giver does not look at its page any more. */
  isLate: boolean
}

/**
 * Tells the giver that the money of their claim is a gift now. The browser that claimed it is shown its receipt, and the phone
 * that paid is thanked as any giver's. Another phone is led to the page of the claim, which shows a stranger no receipt.
 */
export async function giverFound(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<Found>`
    update payments p set returned = coalesce(p.returned, c.visitor), language = coalesce(c.language, p.language)
    from claims c join mpesa_receipts r on r.receipt = c.receipt join fund_drives d on d.id = c.fund_drive_id
    where c.id = ${id}::bigint and c.own and p.id = r.payment_id and r.prompt_id is null
    returning c.receipt as code, p.id as "paymentId", c.phone, p.language, c.token, p.amount, d.title,
      coalesce(right(r.tail, 3) = right(c.phone, 3), false) as "isPayers", c.created_at < now() - interval '1 minute' as "isLate"`.execute(
    tx,
  )
  const [found] = rows
  if (!found?.phone) return
  const { code, paymentId, phone } = found
  if (found.isPayers) await textThanks(tx, [{ code, paymentId, phone }])
  else if (found.isLate) await sendSms(tx, { key: `claim found ${id}`, phone, text: foundIn(found), money: false })
}

function foundIn({ code, amount: cents, title, token, language }: Found): string {
  const [amount, url] = [plainMoney(cents), publicAddress() + claimedPath(token)]
  const words = wordsFor(language)
  return smsWith(title, (drive) => words._(msg`We found M-Pesa ${code}: ${amount} for ${drive}. Thank you! ${url}`))
}

/**
 * Texts the address of the claim's page to the phone that the giver says paid, while nothing is found. Once for each claim, and
 * seldom to one phone: anybody can type a number.
 */
export async function textPage(tx: Tx, id: number, network: string): Promise<void> {
  const one = await tx
    .selectFrom('claims')
    .where('id', '=', id)
    .where('own', '=', true)
    .where(sql<boolean>`right(phone, 3) = tail`)
    .where('state', 'in', ['waiting', 'desk'])
    .where(sql<boolean>`not exists (select from sms_outbox s where s.key = ${pageKey(id)})`)
    .select(['receipt as code', 'phone', 'token', 'language'])
    .executeTakeFirst()
  if (!one?.phone || !canBeTexted(one.phone)) return
  const { code, token, phone, language } = one
  const url = publicAddress() + claimedPath(token)
  const text = wordsFor(language)._(msg`We are looking for M-Pesa ${code}. Read here what we found: ${url}`)
  if (!fits(text) || (await waitIn(tx, claimLimitTexts(phone, network))) > 0) return
  await sendSms(tx, { key: pageKey(id), phone, text, money: false })
}

/** Returns the key of the text that leads to its page. */
export const pageKey = (id: number) => `claim page ${id}`
