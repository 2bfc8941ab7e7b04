import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useNow } from '#app/ui/age.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { type DonationPage, says } from './donation.ts'
import { DonationItem } from './donation-item.tsx'
import type { DonationsSeen } from './donations-seen.server.ts'
import { extended, joined, received } from './known.ts'
import { MoreDonations } from './more-donations.tsx'

type DonationsTabProps = {
  slug: string
  /** What `donationsSeen` found. */
  seen: DonationsSeen | 'failed'
  /** The newest gifts, kept true while the page is open. */
  newest: DonationPage
  /** What is offered while there is none. */
  offer?: ReactNode
}

/** The gifts that came in. New ones appear on top, and nobody who reads further down loses the place. */
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
        <FailedState title={i18n._(says.notLoaded)} />
      ) : (
        <List key={seen.cursor} slug={slug} seen={seen} newest={newest} offer={offer} />
      )}
    </div>
  )
}

/** Milliseconds: thousands may have the same gap at once. */
const spread = 3000

function List({ slug, seen, newest, offer }: DonationsTabProps & { seen: DonationsSeen }) {
  const now = useNow(seen.now)
  const [looked, setLooked] = useState<{ seen: DonationsSeen; newest?: DonationPage }>({ seen })
  const [known, setKnown] = useState<DonationPage>(seen)
  const [first] = useState(seen.donations[0]?.id ?? 0)
  const [hasGap, setHasGap] = useState(false)
  if (looked.seen !== seen || looked.newest !== newest) {
    setLooked({ seen, newest })
    const loaded = looked.seen === seen ? known : (joined(known, seen) ?? seen)
    // Further down the list new ones are out of sight.
    const whole = seen.cursor ? loaded : joined(loaded, received(newest))
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
    <Scrolled>
      <ol aria-labelledby="donations-title" className="divide-y divide-line">
        {known.donations.map((donation) => (
          <DonationItem key={donation.id} donation={donation} now={now} isNew={donation.id > first} />
        ))}
      </ol>
      {known.next && (
        <MoreDonations slug={slug} next={known.next} onMore={(older) => setKnown(extended(known, older))} />
      )}
    </Scrolled>
  )
}

/** Asks for what is missing in between, after a while that is another one in each browser. */
function useFilled(hasGap: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!hasGap) return
    const timer = setTimeout(() => void revalidate(), Math.random() * spread)
    return () => clearTimeout(timer)
  }, [hasGap, revalidate])
}

/** A long list scrolls by itself, by keyboard too. */
function Scrolled({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <section
      aria-label={t`Donations`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      className="rounded-card sm:max-h-[33rem] sm:overflow-y-auto border border-line bg-card px-4 sm:px-5"
    >
      {children}
    </section>
  )
}
