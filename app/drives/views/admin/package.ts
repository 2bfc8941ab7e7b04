import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

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
  price: msg`Please give a price in dollars, such as 5 or 12.50.`,
  freeOrNot: msg`The free package stays free, and the others have a price.`,
  freeStays: msg`New fund drives begin with the free package, so it stays.`,
  tooMany: msg`There are twelve packages already.`,
  changedMeanwhile: msg`Another administrator has just changed this package.`,
  saved: { title: msg`Package saved`, text: msg`It applies to purchases from now on.` },
  closed: { title: msg`Package taken from sale` },
  failed: { title: msg`The package could not be saved` },
} satisfies Record<string, Says | Words>
