import { Trans } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { Ago } from '#app/ui/age.tsx'
import { cx } from '#app/ui/cx.ts'
import type { PublicDonation } from './donation.ts'
import { GiverFace } from './giver-face.tsx'

type ItemProps = {
  donation: PublicDonation
  now: number
  /** It came while the page was open. */
  isNew: boolean
}

/** One gift, as everybody sees it. What was written with it is text, whatever it looks like. */
export function DonationItem({ donation: { id, name, amount, message, at }, now, isNew }: ItemProps) {
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
            {name ?? <Trans>Anonymous</Trans>}
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
      </div>
    </li>
  )
}
