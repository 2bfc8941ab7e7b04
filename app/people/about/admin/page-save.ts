import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { said } from '#app/kit/says.ts'
import { writeAbout } from '#app/people/about/about.server.ts'
import { type AboutName, aboutTexts, bodyMax, isAboutName } from '#app/people/about/about.ts'
import { db } from '#app/platform/db.server.ts'

const aboutForm = whyLineForm.extend({
  name: z.custom<AboutName>(isAboutName),
  language: z.custom<Language>(isLanguage),
  body: z
    .string(said(aboutTexts.empty))
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().min(1, said(aboutTexts.empty)).max(bodyMax, said(aboutTexts.long))),
  /** Restores the first draft, and ignores the typed text. */
  default: z.literal('on').optional().catch(undefined),
})

export const action = adminAction({
  form: aboutForm,
  done: aboutTexts.saved,
  failed: aboutTexts.failed,
  run: ({ name, language, body, default: isDefault, why }, by) =>
    writeAbout(db, { name, language, body: isDefault ? null : body, by, why }),
})
