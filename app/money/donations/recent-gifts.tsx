import { Trans, useLingui } from '@lingui/react/macro'
import { HandHeart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { namelessSeen } from '#app/kit/nameless.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { cx } from '#app/ui/cx.ts'
import { type DonationPage, type PublicDonation, recordedBy } from './donation.ts'
import { received } from './known.ts'

type RecentProps = {
  /** The newest gifts, kept up to date while the page is open. */
  newest: DonationPage
  served: number
  /** The offer while there are no gifts. */
  offer: ReactNode
}

const shownAtMost = 3

/** Shows the last gifts beside the story of a drive: others give, too. */
export function RecentGifts({ newest, served, offer }: RecentProps) {
  const { t } = useLingui()
  const now = useNow(served)
  const [first] = useState(newest.donations[0]?.id ?? 0)
  const gifts = received(newest).donations.slice(0, shownAtMost)
  if (gifts.length === 0) return offer && <div className="lg:mt-4 lg:border-line lg:border-t lg:pt-3">{offer}</div>
  return (
    <section aria-label={t`Latest gifts`} className="lg:mt-4 lg:border-line lg:border-t lg:pt-3.5">
      <h2 className="text-xl lg:sr-only">
        <Trans>Latest gifts</Trans>
      </h2>
      <ul className="grid gap-2.5 max-lg:mt-3">
        {gifts.map((gift) => (
          <Gift key={gift.id} gift={gift} now={now} isNew={gift.id > first} />
        ))}
      </ul>
    </section>
  )
}

type GiftProps = { gift: PublicDonation; now: number; isNew: boolean }

function Gift({ gift: { name, anonymous, amount, message, at, recordedBy: by }, now, isNew }: GiftProps) {
  const { i18n } = useLingui()
  return (
    <li
      className={cx(
        'flex gap-3',
        isNew && 'transition-[opacity,translate] duration-200 starting:-translate-y-3 starting:opacity-0',
      )}
    >
      <GiverFace name={name} className="mt-1" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="min-w-0 truncate font-semibold">
            {name ?? i18n._(namelessSeen(anonymous))}
          </span>
          <span className="figures whitespace-nowrap font-bold text-brand">{moneyText(amount)}</span>
        </p>
        <p className="flex items-baseline justify-between gap-3 text-muted text-sm">
          <span dir="auto" className="min-w-0 truncate">
            {by ? i18n._(recordedBy(by)) : message}
          </span>
          <span className="max-w-[85%] shrink-0 text-right">
            <Ago at={at} now={now} />
          </span>
        </p>
      </div>
    </li>
  )
}

/** Shows the giver as a small face, or a hand for a gift without a name. */
export const GiverFace = ({ name, className }: { name: string | null; className?: string }) =>
  name ? (
    <Avatar name={name} size="small" className={className} />
  ) : (
    <span
      aria-hidden="true"
      className={cx('grid size-8 shrink-0 place-items-center rounded-badge bg-well text-accent', className)}
    >
      <HandHeart className="size-4.5" />
    </span>
  )
