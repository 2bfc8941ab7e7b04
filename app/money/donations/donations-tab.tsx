import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { namelessSeen } from '#app/kit/nameless.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { cx } from '#app/ui/cx.ts'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { MoreLink } from '#app/ui/more-link.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type DonationPage, donationTexts, type PublicDonation, recordedBy } from './donation.ts'
import type { DonationsSeen } from './donations.server.ts'
import { joinedGifts, received, withMoreGifts } from './known.ts'
import { GiverFace } from './recent-gifts.tsx'

type DonationsTabProps = {
  slug: string
  /** The answer of `donationsSeen`. */
  seen: DonationsSeen | 'failed'
  /** The newest gifts, kept up to date while the page is open. */
  newest: DonationPage
  /** The offer while there are no gifts. */
  offer?: ReactNode
}

/** Shows the gifts that came in. New ones appear on top, and readers further down keep their place. */
export function DonationsTab({ slug, seen, newest, offer }: DonationsTabProps) {
  const { i18n } = useLingui()
  return (
    <div className="grid max-w-3xl gap-3">
      <h2 id="donations-title" className="text-xl">
        <Trans>Donations</Trans>
      </h2>
      {seen !== 'failed' && seen.cursor && (
        <Link to={`/fundraiser/${slug}?tab=donations`} preventScrollReset className="text-link justify-self-start">
          <Trans>Back to the newest donations</Trans>
        </Link>
      )}
      {seen === 'failed' ? (
        <FailedState said={i18n._(donationTexts.notLoaded)} />
      ) : (
        <List key={seen.cursor} slug={slug} seen={seen} newest={newest} offer={offer} />
      )}
    </div>
  )
}

/** Milliseconds over which reloads are spread: thousands of browsers may have the same gap at once. */
const spread = 3000

function List({ slug, seen, newest, offer }: DonationsTabProps & { seen: DonationsSeen }) {
  const now = useNow(seen.now)
  const [looked, setLooked] = useState<{ seen: DonationsSeen; newest?: DonationPage }>({ seen })
  const [known, setKnown] = useState<DonationPage>(seen)
  const [first] = useState(seen.donations[0]?.id ?? 0)
  const [hasGap, setHasGap] = useState(false)
  if (looked.seen !== seen || looked.newest !== newest) {
    setLooked({ seen, newest })
    const loaded = looked.seen === seen ? known : (joinedGifts(known, seen) ?? seen)
    // Further down the list, new gifts are out of sight.
    const whole = seen.cursor ? loaded : joinedGifts(loaded, received(newest))
    setKnown(whole ?? loaded)
    setHasGap(!whole)
  }
  useFilled(hasGap)
  if (known.donations.length === 0)
    return (
      <EmptyState
        level={3}
        title={<Trans>No donations yet</Trans>}
        text={<Trans>Gifts will show up here with their amount and message, the newest first.</Trans>}
        action={offer}
      />
    )
  return (
    // A long list scrolls by itself, by keyboard too.
    <section
      aria-labelledby="donations-title"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      className="rounded-card sm:max-h-[33rem] sm:overflow-y-auto border border-line bg-card px-4 sm:px-5"
    >
      <ol aria-labelledby="donations-title" className="divide-y divide-line">
        {known.donations.map((donation) => (
          <DonationItem key={donation.id} donation={donation} now={now} isNew={donation.id > first} />
        ))}
      </ol>
      {known.next && (
        <MoreDonations slug={slug} next={known.next} onMore={(older) => setKnown(withMoreGifts(known, older))} />
      )}
    </section>
  )
}

/** Loads the missing gifts after a random delay, which spreads the browsers. */
function useFilled(hasGap: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!hasGap) return
    const timer = setTimeout(() => void revalidate(), Math.random() * spread)
    return () => clearTimeout(timer)
  }, [hasGap, revalidate])
}

type MoreProps = { slug: string; next: number; onMore: (older: DonationPage) => void }

/** Leads to older gifts. */
function MoreDonations({ slug, next, onMore }: MoreProps) {
  const { i18n } = useLingui()
  const failed = i18n._(donationTexts.notLoaded)
  const load = async () => {
    const answer = await fetch(`/fundraiser/${slug}/donations.json?before=${next}`)
    if (!answer.ok) throw new Error(`${answer.status}`)
    const older = received((await answer.json()) as DonationPage)
    onMore(older)
    const [first] = older.donations
    return first && `donation-${first.id}`
  }
  return (
    <MoreLink
      to={`/fundraiser/${slug}?tab=donations&donations=${next}`}
      load={load}
      failed={failed}
      onFailed={() => toast({ title: failed, tone: 'bad' })}
    >
      <Trans>Show more donations</Trans>
    </MoreLink>
  )
}

type ItemProps = {
  donation: PublicDonation
  now: number
  /** True if it came while the page was open. */
  isNew: boolean
}

/** Shows a gift as everybody sees it. Its message is always plain text, whatever it looks like. */
function DonationItem({
  donation: { id, name, anonymous, amount, message, at, recordedBy: by },
  now,
  isNew,
}: ItemProps) {
  const { i18n } = useLingui()
  return (
    <li
      id={`donation-${id}`}
      tabIndex={-1}
      className={cx(
        'flex gap-3 py-3.5 outline-none focus-visible:bg-well/60',
        isNew && 'transition-[opacity,translate] duration-500 starting:-translate-y-3 starting:opacity-0',
      )}
    >
      <GiverFace name={name} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="wrap-anywhere min-w-0 font-semibold" dir="auto">
            {name ?? i18n._(namelessSeen(anonymous))}
          </span>
          <span className="figures whitespace-nowrap font-bold text-brand">{moneyText(amount)}</span>
        </p>
        {message && (
          <p className="wrap-anywhere mt-0.5 whitespace-pre-wrap" dir="auto">
            {message}
          </p>
        )}
        <p className="mt-0.5">
          <Ago at={at} now={now} />
        </p>
        {by && <p className="wrap-anywhere text-muted text-sm">{i18n._(recordedBy(by))}</p>}
      </div>
    </li>
  )
}
