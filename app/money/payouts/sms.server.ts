import { msg } from '@lingui/core/macro'
import { inGsm7, smsWith } from '#app/kit/gsm7.ts'
import type { Language } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import type { StepKind } from './states.ts'

// What an owner without an email address reads on their phone about a withdrawal. Only what they would look for: that it was
// asked for, and how it ended.

export type Texted = Extract<StepKind, 'requested' | 'completed' | 'rejected' | 'returned'>
export const isTexted = (kind: StepKind): kind is Texted => Object.hasOwn(says, kind)

type Told = { kind: Texted; language: Language; amount: number; net: number; drive: string; to: string }

const says: Record<Texted, (about: { amount: string; net: string; drive: string; to: string }) => Words> = {
  requested: ({ amount, drive }) => msg`You asked to withdraw ${amount} from ${drive}. Not you? Sign in and cancel it.`,
  completed: ({ net, drive, to }) => msg`${net} from ${drive} has been sent to ${to}.`,
  rejected: ({ amount, drive }) =>
    msg`Your withdrawal of ${amount} from ${drive} was declined. Nothing was sent. Sign in to read why and what to do next.`,
  returned: ({ net, drive }) => msg`Your withdrawal of ${net} from ${drive} came back.`,
}

/** The title of the drive is shortened until it fits. */
export function payoutSms({ kind, language, amount, net, drive: title, to }: Told): string {
  const words = wordsIn(language, catalogues[language])
  const about = { amount: plainMoney(amount), net: plainMoney(net), to: inGsm7(to).slice(0, 40) }
  return smsWith(inGsm7(title) || 'Harambee', (drive) => words._(says[kind]({ ...about, drive })))
}

/** That money can be sent to another account now: with whoever did it the owner hears of it. */
export function methodSms(language: Language, to: string): string {
  const words = wordsIn(language, catalogues[language])
  const end = to.slice(-4)
  return words._(
    msg`Money from your Harambee account can soon be sent to the number that ends in ${end}. Not you? Sign in and remove it.`,
  )
}

/** Writes it once, however often its job runs. */
export const textOwner = (db: Db, { key, phone, text }: { key: string; phone: string; text: string }) =>
  db.transaction().execute((tx) => sendSms(tx, { key, phone, text, money: true, evenAtNight: true }))
