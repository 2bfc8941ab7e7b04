import { useLingui } from '@lingui/react'
import { type Language, localeOf } from '#app/kit/languages.ts'

const formatters = new Map<string, Intl.NumberFormat>()

/** Returns a function that writes counts as the reader does: 12,500. */
export function useCount(): (value: number) => string {
  const { i18n } = useLingui()
  const locale = localeOf[i18n.locale as Language]
  const made = formatters.get(locale) ?? new Intl.NumberFormat(locale)
  formatters.set(locale, made)
  return (value) => made.format(value)
}
