import { type Language, localeOf } from '#app/kit/languages.ts'

/** Countries that people call otherwise than the tables of a browser do. */
const asCalled: Partial<Record<Language, Record<string, string>>> = { sw: { GB: 'Uingereza' } }

const made = new Map<Language, Intl.DisplayNames>()

/**
 * Names a place as people call it: of a country only the two letters are kept, and each reader reads its name in their
 * own language. Anything else is as it was told.
 */
export function placeOfView(language: Language, place: string): string {
  if (!/^[A-Z]{2}$/.test(place)) return place
  const usual = asCalled[language]?.[place]
  if (usual) return usual
  const names = made.get(language) ?? new Intl.DisplayNames([localeOf[language]], { type: 'region' })
  made.set(language, names)
  return names.of(place) ?? place
}
