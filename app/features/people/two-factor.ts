import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { said } from '#app/kit/says.ts'

// Two-factor sign-in: a second proof from an app on the phone, and codes on paper for the day the phone is lost.

export const says = {
  codeMissing: msg`Please enter the 6 digits that your app shows.`,
  wrongCode: msg`This code is not right, or no longer. Please enter the one your app shows now.`,
  on: msg`Two-factor sign-in is on`,
  onText: msg`Keep your backup codes where you can find them without your phone.`,
  off: msg`Two-factor sign-in is off`,
  freshCodes: msg`New backup codes made`,
  freshCodesText: msg`The old ones no longer work.`,
  alreadyOn: msg`Two-factor sign-in is on already.`,
  notOn: msg`Two-factor sign-in is not on.`,
  notBegun: msg`Please begin with your password.`,
  failed: msg`Two-factor sign-in could not be changed. Please try again.`,
}

/** Apps show the code in two groups of three; people type it that way. */
export const codeForm = z.object({
  code: z
    .string(said(says.codeMissing))
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, said(says.codeMissing))),
})
