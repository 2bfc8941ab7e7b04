import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { dayIn } from '#app/kit/time.ts'
import { dayThere } from '#app/kit/zones.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { Post, PostedPhoto } from './posts.server.ts'
import { type BooksSay, type FinalAccount, restOfAccount, spentOf } from './wrap-up.ts'

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

/** The last message of thanks, on the guest's page. */
export function ThanksSeen({ page, hosts, words }: { page: string; hosts: string; words: string }) {
  return (
    <section aria-labelledby="thanks" className="grid gap-2">
      <h2 id="thanks" className="text-2xl">
        <Trans comment="The large word on a card of thanks. It is the same in English.">Asante</Trans>
      </h2>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {words}
      </p>
      <p dir="auto" className="wrap-anywhere text-muted">
        {hosts}
      </p>
      <p>
        <a href={`${page}/thanks.jpg`} download className="inline-flex min-h-11 items-center text-link underline">
          <Trans>Save the card of thanks as a picture</Trans>
        </a>
      </p>
    </section>
  )
}

type SheetProps = { books: BooksSay; account: Pick<FinalAccount, 'lines' | 'changedAt'> }

/** The final account as guests and hosts read it: money in, spending, and the rest. */
export function AccountSheet({ books, account: { lines, changedAt } }: SheetProps) {
  const rest = restOfAccount(books, lines)
  return (
    <div className="grid gap-4">
      <CameIn {...books} />
      {lines.length > 0 && (
        <dl className="divide-y divide-line border-line border-y">
          {lines.map(({ what, amount }, at) => (
            // Two lines can say the same, and none moves.
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
            <Sum key={at} label={<bdi>{what}</bdi>} amount={amount} />
          ))}
        </dl>
      )}
      <dl>
        <Fee {...books} />
        <Sum label={<Trans>Spent in all</Trans>} amount={spentOf(lines)} />
        {rest !== null && rest >= 0 && <Sum label={<Trans>Still there</Trans>} amount={rest} strong />}
        {rest !== null && rest < 0 && <Sum label={<Trans>Spent beyond what was given</Trans>} amount={-rest} strong />}
      </dl>
      {changedAt && <ChangedOn at={changedAt} />}
    </div>
  )
}

/** Figures from the books; nobody can type them. */
function CameIn({ raised, cash, kept, withdrawn }: BooksSay) {
  return (
    <dl>
      <Sum label={<Trans>Raised through {'{brand}'}</Trans>} amount={raised} />
      {cash !== null && <Sum label={<Trans>Cash and other recorded gifts</Trans>} amount={cash} />}
      {kept > 0 && <Sum label={<Trans>Of it, pledges kept</Trans>} amount={kept} soft />}
      <Sum label={<Trans>Withdrawn so far</Trans>} amount={withdrawn} soft />
    </dl>
  )
}

/** Our fee, from the books: a part of it is taken with each withdrawal. */
function Fee({ fee, feeTaken }: BooksSay) {
  if (fee === 0) return null
  return (
    <>
      <Sum label={<Trans>{'{brand}'}’s fee</Trans>} amount={fee} />
      {feeTaken < fee && (
        <Sum label={<Trans>Of it, still to be taken with the next withdrawal</Trans>} amount={fee - feeTaken} soft />
      )}
    </>
  )
}

type SumProps = { label: ReactNode; amount: number; strong?: boolean; soft?: boolean }
const Sum = ({ label, amount, strong, soft }: SumProps) => (
  <div
    className={`flex flex-wrap items-baseline justify-between gap-x-6 py-1.5 ${strong ? 'font-bold' : ''} ${soft ? 'text-muted' : ''}`}
  >
    <dt className="wrap-anywhere min-w-0">{label}</dt>
    <dd className="figures ml-auto">{moneyText(amount)}</dd>
  </div>
)

function ChangedOn({ at }: { at: Date }) {
  const { t, i18n } = useLingui()
  const day = dayIn(knownLanguage(i18n.locale), at)
  return <p className="text-muted text-sm">{t`Changed on ${day}`}</p>
}
