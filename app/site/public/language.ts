import { z } from 'zod'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { saveLanguage } from '#app/people/accounts/account.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { languageCookie, languageTexts } from '#app/site/language.ts'

/** Saves the visitor's language: in the browser, and in the account of a signed-in person. */
export const action = formAction({
  form: z.object({ language: z.custom<Language>(isLanguage) }),
  failed: languageTexts.failed,
  run: async ({ language }, { context }) => {
    const person = context.get(personContext)
    if (person) await saveLanguage(db, person.id, language)
    return { cookies: [languageCookie(language, context.get(askedContext).origin)] }
  },
})
