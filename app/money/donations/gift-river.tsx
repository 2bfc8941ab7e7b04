import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Arrivals } from './arrivals.tsx'
import { type PublicDonation, recordedBy } from './donation.ts'
import { GiverFace } from './recent-gifts.tsx'

type RiverProps = {
  slug: string
  gifts: PublicDonation[]
  donors: number
  served: number
  /** Whether they may open the list of all gifts. */
  seesAll: boolean
}

/** Shows the newest gifts as they come in, each in one sentence. */
export function GiftRiver({ slug, gifts, donors, served, seesAll }: RiverProps) {
  const now = useNow(served)
  // Gifts from before the page was opened are no news.
  const [first] = useState({ donors, gifts: { donations: gifts, next: null } })
  const newest = first.gifts.donations[0]?.id ?? 0
  return (
    <Card
      title={<Trans>Latest gifts</Trans>}
      action={
        gifts.length > 0 &&
        seesAll && (
          <Link to={`/fund-drive/${slug}/donations`} className="inline-flex min-h-11 items-center text-link">
            <Trans>All gifts</Trans>
          </Link>
        )
      }
    >
      {gifts.length === 0 && (
        <p className="text-muted">
          <Trans>Gifts will show up here the moment they arrive. Share your link to get the first one.</Trans>
        </p>
      )}
      <ul className="-my-2 divide-y divide-line">
        {gifts.map((gift) => (
          <Gift key={gift.id} gift={gift} now={now} isNew={gift.id > newest} />
        ))}
      </ul>
      <Arrivals before={first} now={{ donors, gifts: { donations: gifts, next: null } }} />
    </Card>
  )
}

function Gift({
  gift: { name, amount, message, at, recordedBy: by },
  now,
  isNew,
}: {
  gift: PublicDonation
  now: number
  isNew: boolean
}) {
  const { i18n } = useLingui()
  const sum = moneyText(amount)
  const below = by ? i18n._(recordedBy(by)) : message
  return (
    <li
      className={cx(
        'flex items-start gap-3 py-2.5',
        isNew && 'transition-[opacity,translate] duration-200 starting:-translate-y-3 starting:opacity-0',
      )}
    >
      <GiverFace name={name} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {name ? (
            <Trans>
              <Name text={name} /> gave <Sum text={sum} />
            </Trans>
          ) : (
            <Trans>
              Someone gave <Sum text={sum} />
            </Trans>
          )}
        </p>
        {below && (
          <p dir="auto" className="wrap-anywhere line-clamp-1 text-muted text-sm">
            {below}
          </p>
        )}
      </div>
      <span className="max-w-[45%] shrink-0 pt-0.5 text-right">
        <Ago at={at} now={now} />
      </span>
    </li>
  )
}

const Name = ({ text }: { text: string }) => (
  <span dir="auto" className="font-semibold">
    {text}
  </span>
)
const Sum = ({ text }: { text: string }) => (
  <strong className="figures whitespace-nowrap font-bold text-brand">{text}</strong>
)
