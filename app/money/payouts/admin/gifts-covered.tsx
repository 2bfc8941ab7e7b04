import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { filterQuery } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Card } from '#app/ui/card.tsx'
import type { GiftsOf } from './thread.ts'

type GiftsCoveredProps = { covered: GiftsOf | undefined; driveId: string }

/** The gifts that a payout is made of, each with its own page. */
export function GiftsCovered({ covered, driveId }: GiftsCoveredProps) {
  return (
    <Card title={<Trans>The gifts that it pays out</Trans>}>
      <p className="text-muted text-sm">
        <Trans>What came first goes out first.</Trans>
      </p>
      {covered ? <Gifts {...covered} /> : <Trans>This fund drive has too many gifts to follow each.</Trans>}
      <Link
        to={`/admin/donations${filterQuery({ drive: driveId })}`}
        className="text-link mt-2 inline-flex min-h-11 items-center md:min-h-8"
      >
        <Trans>All donations of this fund drive</Trans>
      </Link>
    </Card>
  )
}

function Gifts({ gifts, count }: GiftsOf) {
  const { i18n } = useLingui()
  if (gifts.length === 0) return <Trans>None: it was not sent.</Trans>
  const more = count - gifts.length
  return (
    <>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {gifts.map(({ payment, at, worth, part }) => (
          <li key={payment} className="flex flex-wrap items-center justify-between gap-x-3 border-line border-b">
            <Link to={`/admin/donations/${payment}`} className="text-link inline-flex min-h-11 items-center md:min-h-8">
              {momentIn(i18n.locale as Language, at)}
            </Link>
            <span className="figures text-right">
              {moneyText(part, 'KSH')}
              {part < worth && <OfAll worth={worth} />}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2">
          <Plural value={more} one="And # more gift" other="And # more gifts" />
        </p>
      )}
    </>
  )
}

function OfAll({ worth }: { worth: number }) {
  const sum = moneyText(worth, 'KSH')
  return (
    <span className="text-muted text-sm">
      {' '}
      <Trans>of {sum}</Trans>
    </span>
  )
}
