import { z } from 'zod'
import { says } from '#app/features/site/language.ts'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

const year = 365 * 24 * 60 * 60

/** The visitor's language, remembered for a year. */
export const action = deed({
  form: z.object({ language: z.custom<Language>(isLanguage) }),
  failed: says.failed,
  run: async ({ language }, { context }) => {
    const secure = context.get(askedContext).origin.startsWith('https:') ? '; Secure' : ''
    return { cookies: [`language=${language}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`] }
  },
})
