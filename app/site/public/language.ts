import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { saveLanguage } from '#app/people/accounts/account.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

const year = 365 * 24 * 60 * 60

/** Saves the visitor's language: in the browser for a year, and in the account of a signed-in person. */
export const action = formAction({
  form: z.object({ language: z.custom<Language>(isLanguage) }),
  failed: { title: msg`The language could not be changed. Please try again.` },
  run: async ({ language }, { context }) => {
    const person = context.get(personContext)
    if (person) await saveLanguage(db, person.id, language)
    const secure = context.get(askedContext).origin.startsWith('https:') ? '; Secure' : ''
    return { cookies: [`language=${language}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`] }
  },
})
