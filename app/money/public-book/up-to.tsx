import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import type { Reader } from '#app/kit/list.ts'
import { dayIn, noonOf } from '#app/kit/time.ts'

/** The last closed day of a drive's public book, and its fingerprint as people read it. */
export type BookUpTo = { day: string; fingerprint: string }

/** Writes the line as text, for a file. */
export const bookUpToIn = ({ day, fingerprint }: BookUpTo, { words, language }: Reader): string =>
  `${words._(msg`The book up to ${dayIn(language, noonOf(day))}`)}: ${fingerprint}`

/**
 * A line on a page that people print and keep. With it they can see later whether any line of the book up to that day was changed.
 * Nothing before the first day is closed.
 */
export function BookUpToLine({ book }: { book: BookUpTo | null }) {
  const { i18n } = useLingui()
  if (!book) return null
  return (
    <p className="wrap-anywhere text-muted">
      <Trans>The book up to {dayIn(i18n.locale as Language, noonOf(book.day))}</Trans>
      {': '}
      <span className="figures whitespace-nowrap">{book.fingerprint}</span>
    </p>
  )
}
