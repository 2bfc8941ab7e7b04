import { msg } from '@lingui/core/macro'

// Tariffs of M-Pesa as administrators enter them, on both sides.

export const bearers = ['payer', 'business'] as const
type Bearer = (typeof bearers)[number]

export const bearerWords = { payer: msg`The payer`, business: msg`We do` } as const

export const tariffKinds = ['paybill', 'b2c'] as const
type Kind = (typeof tariffKinds)[number]

export const tariffKindWords = { paybill: msg`Payments to us`, b2c: msg`Withdrawals that M-Pesa sends` } as const

export const tariffTexts = {
  added: { title: msg`The tariff is entered` },
  failed: { title: msg`The tariff was not entered`, tone: 'bad' as const },
  bearer: msg`Please say who bears it.`,
  amount: msg`Please type an amount such as 1,000 or 99.50.`,
  since: msg`Please choose the day from which it counts.`,
}

/** A tariff as it is listed. */
export type TariffSeen = {
  id: number
  kind: Kind
  bearer: Bearer
  from: number
  to: number
  fee: number
  /** '2026-11-20' */
  since: string
  by: string
  /** True while its day is to come. */
  isToCome: boolean
}
