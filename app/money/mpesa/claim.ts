import { msg } from '@lingui/core/macro'
import { phoneIn } from '#app/kit/phone.ts'
import type { Says, Words } from '#app/kit/says.ts'

// A giver who paid our Paybill says so, on both sides: what is typed, and what is answered.

/** Hours in which a code that is not known yet is looked for: M-Pesa keeps its list for as long. */
export const claimHours = 48

/** The page of a drive where its givers say that they paid. */
export const claimPath = (slug: string) => `/fundraiser/${slug}/claim`

/** The page of one claim, for the person who has its address. */
export const claimedPath = (token: string) => `/claim/${token}`

/** The number to say on the telephone: the year and a number that counts up. It opens nothing. */
export const claimNumber = (id: number, at: Date): string => `C${at.getUTCFullYear()}-${String(id).padStart(6, '0')}`

/** M-Pesa's code as it is kept: 10 letters and digits, alone or at the beginning of M-Pesa's message. */
export function receiptCodeIn(text: string): string | undefined {
  const whole = text.trim().toUpperCase()
  const [, first] = /^([A-Z0-9]{10})\.?\s+(?:CONFIRMED|IMETHIBITISHWA)/.exec(whole) ?? []
  const code = first ?? whole.replace(/[\s-]/g, '')
  return /^[A-Z0-9]{10}$/.test(code) ? code : undefined
}

/** The last three digits of a number, where they are typed, or all of it is. */
export function lastThreeIn(text: string): string | undefined {
  const digits = text.trim()
  return /^\d{3}$/.test(digits) ? digits : phoneIn(digits)?.slice(-3)
}

/** What the giver is told. Of a code that is not this drive's nobody learns whose it is, or whether there is such a code. */
export type ClaimAnswer = { is: 'here'; cents: number } | { is: 'looking' }

export const claimTexts = {
  codeMissing: msg`Enter the code at the beginning of M-Pesa’s message`,
  codeShape: msg`An M-Pesa code has 10 letters and digits, such as TKN4H2X9QB`,
  tailMissing: msg`Enter the last three digits of the number that paid`,
  tailShape: msg`Enter three digits such as 678`,
  phoneShape: msg`Enter a phone number such as 0712 345 678`,
  failed: { title: msg`We could not take this in. Please try again.`, tone: 'bad' },
  gone: msg`We don’t know this fundraiser. Please open its page again.`,
} satisfies Record<string, Words | Says>
