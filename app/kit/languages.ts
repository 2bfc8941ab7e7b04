/** The languages the product speaks. Another one is a line here and a catalogue in app/locales. */
export const languages = { en: 'English', sw: 'Kiswahili' } as const
export type Language = keyof typeof languages
/** The locale for dates and numbers. */
export const localeOf = { en: 'en-KE', sw: 'sw-KE' } as const satisfies Record<Language, string>

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(languages, text)

/** Returns a person's stored language; English for one that we don't have. */
export const knownLanguage = (text: unknown): Language => (isLanguage(text) ? text : 'en')

/** Returns the first language of ours that a browser's Accept-Language asks for. */
function languageAskedFor(header: string | null): Language {
  const wishes = (header ?? '').split(',').map((part) => {
    const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
    const weight = rest.find((one) => one.trim().startsWith('q='))
    return { language: tag.split('-')[0], weight: weight ? Number(weight.trim().slice(2)) || 0 : 1 }
  })
  const found = wishes
    .filter((wish) => isLanguage(wish.language) && wish.weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]
  return (found?.language as Language | undefined) ?? 'en'
}

/** Returns a visitor's language: the one they chose, kept in a cookie, else the first of ours that their browser asks for. */
export function languageOf(cookie: string | null | undefined, accepts: string | null | undefined): Language {
  const chosen = cookie?.match(/(?:^|; )language=(\w+)/)?.[1]
  return isLanguage(chosen) ? chosen : languageAskedFor(accepts ?? null)
}
