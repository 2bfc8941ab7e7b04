import { msg } from '@lingui/core/macro'
import { phoneIn } from '#app/kit/phone.ts'
import type { Says, Words } from '#app/kit/says.ts'

// Claims of givers who paid our Paybill, on both sides: what is typed, and what is answered.

/** Hours in which we look for an unknown code: M-Pesa keeps its list for as long. */
export const claimHours = 48

/** Returns the page of a drive where its givers say that they paid. */
export const claimPath = (slug: string) => `/fundraiser/${slug}/claim`

/** Returns the page of one claim, for the person who has its address. */
export const claimedPath = (token: string) => `/claim/${token}`

/** Returns the number to say on the telephone: the year and a number that counts up. It opens nothing. */
export const claimNumber = (id: number, at: Date): string => `C${at.getUTCFullYear()}-${String(id).padStart(6, '0')}`

/** Finds M-Pesa's code: 10 letters and digits, alone or at the beginning of M-Pesa's message. */
export function receiptCodeIn(text: string): string | undefined {
  const whole = text.trim().toUpperCase()
  const [, first] = /^([A-Z0-9]{10})\.?\s+(?:CONFIRMED|IMETHIBITISHWA)/.exec(whole) ?? []
  const code = first ?? whole.replace(/[\s-]/g, '')
  return /^[A-Z0-9]{10}$/.test(code) ? code : undefined
}

/** Reads the last three digits of a number, typed alone or as part of all of it. */
export function lastThreeIn(text: string): string | undefined {
  const digits = text.trim()
  return /^\d{3}$/.test(digits) ? digits : phoneIn(digits)?.slice(-3)
}

/** The answer to the giver. For a code of another drive nobody learns whose it is, or whether there is such a code. */
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
