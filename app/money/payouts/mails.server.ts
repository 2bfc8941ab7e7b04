import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { supportInWords } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import * as mails from './mails.tsx'
import { type Destination, masked, methodText } from './payout.ts'
import type { StepKind } from './states.ts'

/** The phone of the owner `u`, if they have no email address. */
const phoneInstead = sql<string | null>`case when u.email is null then phone_of(u.id) end`.as('phone')

// The mail jobs of withdrawals. They are about money, so nobody can turn them off; a person who deleted their account gets none.

/** Mails the owner about a step, unless another step has overtaken it meanwhile. */
export async function mailPayout(db: Db, { eventId }: { eventId: number }): Promise<void> {
  const row = await db
    .selectFrom('payout_events as e')
    .innerJoin('payout_requests as o', 'o.id', 'e.payout_id')
    .innerJoin('fund_drives as d', 'd.id', 'o.fund_drive_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .where('e.id', '=', eventId)
    .where('u.deleted_at', 'is', null)
    .select(['e.kind', 'e.note', 'e.by', 'e.code', 'e.reason', 'e.created_at', 'o.id', 'o.amount', 'o.fee', 'o.net'])
    .select(['o.destination', 'd.title', 'd.slug', 'u.email', 'u.language'])
    .select(phoneInstead)
    .executeTakeFirst()
  if (!row) return
  const kind = row.kind
  if (kind === 'approved') return
  if ((kind === 'sent' || kind === 'put_back') && (await isOvertaken(db, row.id, eventId))) return
  const language = knownLanguage(row.language)
  const destination = row.destination as Destination
  const told: mails.PayoutTold = {
    title: row.title,
    amount: row.amount,
    fee: row.fee,
    net: row.net,
    at: row.created_at,
    code: row.code,
    to: methodText(destination),
    isBank: destination.type === 'bank',
    reason: row.reason,
    support: supportInWords(),
    note: row.by === null ? '' : row.note,
    language,
  }
  const link = `${publicAddress()}/fund-drive/${row.slug}/payouts`
  if (row.email) return mailTo(row.email, language, mails.payoutMail(kind, told, link))
  if (!row.phone || !isTexted(kind)) return
  const text = payoutSms({ kind, language, amount: row.amount, net: row.net, drive: row.title, to: told.to })
  await textOwner(db, { key: `payout ${eventId}`, phone: row.phone, text })
}

async function isOvertaken(db: Db, payoutId: number, eventId: number): Promise<boolean> {
  const later = await db
    .selectFrom('payout_events')
    .where('payout_id', '=', payoutId)
    .where('id', '>', eventId)
    .where('kind', '<>', 'sent')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

export async function mailMethodAdded(db: Db, { methodId }: { methodId: string }): Promise<void> {
  const row = await db
    .selectFrom('withdrawal_methods as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.id', '=', methodId)
    .where('u.deleted_at', 'is', null)
    .select(['m.bank_name', 'm.account_number', 'm.phone_number', 'm.mobile_operator', 'm.created_at'])
    .select(['u.email', 'u.language'])
    .select(phoneInstead)
    .executeTakeFirst()
  if (!row) return
  const language = knownLanguage(row.language)
  const through = row.bank_name ?? row.mobile_operator ?? ''
  const number = masked(row.account_number ?? row.phone_number ?? '')
  if (!row.email) {
    if (row.phone)
      await textOwner(db, { key: `method ${methodId}`, phone: row.phone, text: methodSms(language, number) })
    return
  }
  const mail = mails.methodAddedMail(
    { through, number, at: row.created_at, language },
    { reset: `${publicAddress()}/auth/forgot`, support: supportInWords() },
  )
  await mailTo(row.email, language, mail)
}

// The texts to owners without an email address: only what they would look for, that a withdrawal was asked for and how it ended.

type Texted = Extract<StepKind, 'requested' | 'completed' | 'rejected' | 'returned'>
const isTexted = (kind: StepKind): kind is Texted => Object.hasOwn(says, kind)

type Told = { kind: Texted; language: Language; amount: number; net: number; drive: string; to: string }

const says: Record<Texted, (about: { amount: string; net: string; drive: string; to: string }) => Words> = {
  requested: ({ amount, drive }) => msg`You asked to withdraw ${amount} from ${drive}. Not you? Sign in and cancel it.`,
  completed: ({ net, drive, to }) => msg`${net} from ${drive} has been sent to ${to}.`,
  rejected: ({ amount, drive }) =>
    msg`Your withdrawal of ${amount} from ${drive} was declined. Nothing was sent. Sign in to read why and what to do next.`,
  returned: ({ net, drive }) => msg`Your withdrawal of ${net} from ${drive} came back.`,
}

/** Writes the text; shortens the drive's title until it fits. */
export function payoutSms({ kind, language, amount, net, drive: title, to }: Told): string {
  const words = wordsIn(language, catalogues[language])
  const about = { amount: plainMoney(amount), net: plainMoney(net), to: inGsm7(to).slice(0, 40) }
  return smsWith(inGsm7(title) || 'Harambee', (drive) => words._(says[kind]({ ...about, drive })))
}

/** Writes the text that money can be sent to another account now: its owner learns of it, no matter who added it. */
function methodSms(language: Language, to: string): string {
  const words = wordsIn(language, catalogues[language])
  const end = to.slice(-4)
  return words._(
    msg`Money from your Harambee account can soon be sent to the number that ends in ${end}. Not you? Sign in and remove it.`,
  )
}

/** Texts the owner once, however often the job runs. */
const textOwner = (db: Db, { key, phone, text }: { key: string; phone: string; text: string }) =>
  db.transaction().execute((tx) => sendSms(tx, { key, phone, text, money: true, evenAtNight: true }))
