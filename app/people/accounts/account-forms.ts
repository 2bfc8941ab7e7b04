import { z } from 'zod'
import { said } from '#app/kit/says.ts'
import { faultOf, uploadTexts as uploads } from '#app/kit/uploads.ts'
import { accountTexts } from './account.ts'
import { emailField, fullNameField, newPasswordField, passwordField, usernameField } from './forms.ts'
import { twoFactorTexts as twoFactor } from './two-factor.ts'

// Schemas of the forms of one's own account. The words are in another module, so that no page of the browser loads a validator.

export const profileForm = z.object({ fullName: fullNameField, username: usernameField })

export const passwordForm = z
  .object({ currentPassword: passwordField, newPassword: newPasswordField })
  .refine((typed) => typed.currentPassword !== typed.newPassword, {
    path: ['newPassword'],
    message: said(accountTexts.samePassword),
  })

/** The first password of an account, and the address to continue to. */
export const firstPasswordForm = z.object({
  newPassword: newPasswordField,
  to: z.string().max(500).optional().catch(undefined),
})

/** Another email address, and the password. */
export const changeEmailForm = z.object({ email: emailField, password: passwordField })

/** The password, for actions that only its owner may take. */
export const passwordAgainForm = z.object({ password: passwordField })

const ticked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')
export const mailForm = z.object({ activity: ticked, news: ticked })

export const deviceForm = z.object({ device: z.uuid() })

/** Apps show the code in two groups of three; people type it that way. */
export const authenticatorCodeForm = z.object({
  code: z
    .string(said(twoFactor.codeMissing))
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, said(twoFactor.codeMissing))),
})

/** An uploaded picture; its real content is checked where it is stored. */
export const avatarForm = z.object({
  image: z.instanceof(File, { error: said(uploads.notImage) }).superRefine((file, refused) => {
    const fault = faultOf(file)
    if (fault) refused.addIssue({ code: 'custom', message: said(fault) })
  }),
})
