import { Trans, useLingui } from '@lingui/react/macro'
import { knownLanguage } from '#app/kit/languages.ts'
import { dayThere } from '#app/kit/zones.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { PostedPhoto } from './photos.server.ts'
import type { Post } from './posts.server.ts'

type SeenProps = {
  page: string
  posts: Post[]
  /** The zone of the occasions. With a script, the day is in the reader's own zone. */
  zone: string
  /** The photos that this guest asked about, and the dates of requests about removed ones. */
  asked: { open: string[]; gone: Date[] }
}

/** The host's posts, for a guest. */
export function PostsSeen({ page, posts, zone, asked }: SeenProps) {
  return (
    <section aria-labelledby="posts" className="grid gap-8 *:min-w-0">
      <h2 id="posts" className="-mb-4 text-2xl">
        <Trans>Posts</Trans>
      </h2>
      {asked.gone.map((at) => (
        <Gone key={at.getTime()} at={at} zone={zone} />
      ))}
      {posts.map(({ id, words, at, photos }) => (
        <div key={id} className="grid gap-3 *:min-w-0">
          <PostDay at={at} zone={zone} />
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {words}
          </p>
          {photos.length > 0 && <Photos page={page} photos={photos} asked={asked.open} />}
        </div>
      ))}
    </section>
  )
}

/** The day on which a post was made. */
export function PostDay({ at, zone }: { at: Date; zone: string }) {
  const { i18n } = useLingui()
  return (
    <time dateTime={at.toISOString()} data-day className="text-muted text-sm">
      {dayThere(knownLanguage(i18n.locale), at, zone)}
    </time>
  )
}

function Gone({ at, zone }: { at: Date; zone: string }) {
  const { i18n } = useLingui()
  const day = dayThere(knownLanguage(i18n.locale), at, zone)
  return (
    <p className="rounded-control bg-well px-4 py-3">
      <Trans>The photo that you asked about on {day} was taken down.</Trans>
    </p>
  )
}

function Photos({ page, photos, asked }: { page: string; photos: PostedPhoto[]; asked: string[] }) {
  const { t } = useLingui()
  const alone = photos.length === 1
  return (
    <ul className={alone ? 'grid' : 'grid grid-cols-2 gap-x-2 gap-y-3'} aria-label={t`Photos`}>
      {photos.map((photo, at) => (
        <li key={photo.id} id={`photo-${photo.id}`} className="grid scroll-mt-4 content-start">
          <a href={`${page}/photos/${photo.id}`}>
            <Picture
              picture={photo}
              alt={photo.alt || t`Photo ${at + 1}`}
              sizes={alone ? '(min-width: 36rem) 34rem, 92vw' : '(min-width: 36rem) 17rem, 45vw'}
              className="aspect-[4/3] rounded-control bg-well"
            />
          </a>
          {asked.includes(photo.id) ? (
            <a href={`${page}/photos/${photo.id}#take-down`} className="py-2.5 text-sm text-link">
              <Trans>You asked to take this down</Trans>
            </a>
          ) : (
            <a
              href={`${page}/photos/${photo.id}#take-down`}
              aria-label={t`Take this down: photo ${at + 1}`}
              className="py-2.5 text-sm text-link"
            >
              <Trans>Take this down</Trans>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
