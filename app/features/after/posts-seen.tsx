import { Trans, useLingui } from '@lingui/react/macro'
import { knownLanguage } from '#app/kit/languages.ts'
import { dayThere } from '#app/kit/zones.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { Photo } from './photos.server.ts'
import type { Post } from './posts.server.ts'

type SeenProps = {
  page: string
  posts: Post[]
  /** The zone of the occasions. Where the page's script runs, the day is that of the reader's own zone. */
  zone: string
}

/** What a guest reads of the host's posts. */
export function PostsSeen({ page, posts, zone }: SeenProps) {
  return (
    <section aria-labelledby="posts" className="grid gap-8 px-4 *:min-w-0">
      <h2 id="posts" className="-mb-4 text-2xl">
        <Trans>Posts</Trans>
      </h2>
      {posts.map(({ id, words, at, photos }) => (
        <div key={id} className="grid gap-3 *:min-w-0">
          <PostDay at={at} zone={zone} />
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {words}
          </p>
          {photos.length > 0 && <Photos page={page} photos={photos} />}
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

function Photos({ photos }: { page: string; photos: Photo[] }) {
  const { t } = useLingui()
  const alone = photos.length === 1
  return (
    <ul className={alone ? 'grid' : 'grid grid-cols-2 gap-2'} aria-label={t`Photos`}>
      {photos.map((photo, at) => (
        <li key={photo.id} id={`photo-${photo.id}`} className="scroll-mt-4">
          <Picture
            picture={photo}
            alt={photo.alt || t`Photo ${at + 1}`}
            sizes={alone ? '(min-width: 36rem) 34rem, 92vw' : '(min-width: 36rem) 17rem, 45vw'}
            className="aspect-[4/3] rounded-control bg-well"
          />
        </li>
      ))}
    </ul>
  )
}
