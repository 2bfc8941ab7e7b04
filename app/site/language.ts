import { msg } from '@lingui/core/macro'
import type { Language } from '#app/kit/languages.ts'

export const languageTexts = {
  failed: { title: msg`The language could not be changed. Please try again.` },
}

const year = 365 * 24 * 60 * 60

/** Remembers the language for a year. */
export const languageCookie = (language: Language, origin: string) =>
  `language=${language}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`
