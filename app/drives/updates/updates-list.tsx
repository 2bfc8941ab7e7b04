import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShownPhoto } from '#app/base/pictures/photos.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, dayIn } from '#app/kit/time.ts'
import { Picture } from '#app/ui/picture.tsx'
import { firstWords, type SentMoney, type Update } from './update.ts'

type ListProps = {
  updates: Update[]
  /** The withdrawals that updates are about. */
  sent: SentMoney[]
  /** Draws a part below an update, such as its button. */
  below?: (update: Update) => ReactNode
}

/** The updates of a drive, newest first, as the public reads them. Words are shown as text, whatever signs are in them. */
export function UpdatesList({ updates, sent, below }: ListProps) {
  const { i18n } = useLingui()
  return (
    <ul className="grid gap-5">
      {updates.map((update) => (
        <li
          key={update.id}
          id={`update-${update.id}`}
          className="grid gap-3 rounded-card border border-line bg-card p-4 *:min-w-0 sm:p-5"
        >
          <p className="text-muted text-sm">
            <time dateTime={update.at.toISOString()}>{dayIn(i18n.locale as Language, update.at)}</time>
            {' · '}
            {update.byTreasurer ? <Trans>by a treasurer</Trans> : <Trans>by the organiser</Trans>}
          </p>
          <About sent={sent.find(({ whole }) => whole === update.whole)} />
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {update.words}
          </p>
          {update.photos.length > 0 && <Photos photos={update.photos} />}
          {below?.(update)}
        </li>
      ))}
    </ul>
  )
}

/** Names the withdrawal that an update is about. */
function About({ sent }: { sent: SentMoney | undefined }) {
  const { i18n } = useLingui()
  if (!sent) return null
  const sum = moneyText(sent.net)
  const day = dayIn(i18n.locale as Language, sent.at)
  return (
    <p className="rounded-control bg-well px-3 py-2 text-sm">
      <Trans>
        About the withdrawal of {sum}, sent on {day}
      </Trans>
      {sent.purpose && (
        <span dir="auto" className="wrap-anywhere block text-muted">
          {sent.purpose}
        </span>
      )}
    </p>
  )
}

function Photos({ photos }: { photos: ShownPhoto[] }) {
  const { t } = useLingui()
  return (
    <ul className={photos.length === 1 ? 'grid' : 'grid grid-cols-2 gap-2'} aria-label={t`Photos`}>
      {photos.map((photo, at) => (
        <li key={photo.id} className="grid content-start gap-1">
          <Picture
            picture={photo}
            alt={photo.alt || t`Photo ${at + 1}`}
            sizes={photos.length === 1 ? '(min-width: 640px) 40rem, 100vw' : '(min-width: 640px) 20rem, 50vw'}
            className="aspect-[4/3] rounded-control bg-well"
          />
          {photo.alt && (
            <p dir="auto" className="wrap-anywhere text-muted text-sm">
              {photo.alt}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
