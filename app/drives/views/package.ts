import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// The words about buying views.

export const buyViewsTexts = {
  redirected: { title: msg`Redirected to Payment`, text: msg`Finish paying in the other tab.` },
  failed: { title: msg`Failed to create subscription. Please try again.`, tone: 'bad' },
  notLoaded: msg`Failed to load subscription packages.`,
  signInFirst: msg`Please sign in first.`,
  noDrive: msg`Fund drive not found.`,
  noEmail: {
    title: msg`Add an email address first`,
    text: msg`The page where views are paid asks for one. You can add it in your settings.`,
  },
  off: msg`Views are free here: visits use none, and none are sold.`,
  noPackage: msg`This package is not for sale any more.`,
  otherPrice: msg`The price has changed meanwhile. Please look at it again.`,
} as const

// Packages have prices in US dollars and are paid for in shillings.

/** Digits of a rate that count: 129.5 shillings to the dollar are 1,295,000 of these parts. */
const parts = 10_000

/**
 * Converts a price from cents of US dollars at a rate of shillings to the dollar, to cents: rounded to a whole
 * shilling, half a one up, and never nothing. Computed in whole numbers, so that the price shown is the price charged.
 */
export function kesFor(dollarCents: number, rate: number): number {
  const product = BigInt(dollarCents) * BigInt(Math.round(rate * parts))
  const shilling = BigInt(100 * parts)
  const shillings = (product + shilling / 2n) / shilling
  return Number(shillings > 0n ? shillings : 1n) * 100
}

export type PackageTyped = {
  name: string
  description: string
  /** The price in cents of US dollars. */
  amount: number
  views: number
}

export const packageTexts = {
  name: msg`Please give the package a name of up to 60 letters.`,
  nameTaken: msg`Another package has this name.`,
  views: msg`Please give a whole number of views, from 1 to 1,000,000.`,
  freeViews: msg`Please give a whole number of free views, from 0 to 10,000.`,
  price: msg`Please give a price in dollars, such as 5 or 12.50.`,
  freeOrNot: msg`The free package stays free, and the others have a price.`,
  freeStays: msg`New fund drives begin with the free package, so it stays.`,
  tooMany: msg`There are twelve packages already.`,
  changedMeanwhile: msg`Another administrator has just changed this package.`,
  saved: { title: msg`Package saved`, text: msg`It applies to purchases from now on.` },
  closed: { title: msg`Package taken from sale` },
  failed: { title: msg`The package could not be saved` },
} satisfies Record<string, Says | Words>
