import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { dayOf, type Method, recordedByWords, recordedMethodWords } from './recorded.ts'

/** A recorded gift, for the person who gave it. */
export type OwnRecorded = {
  id: number
  amount: number
  method: Method
  receipt: string
  anonymous: boolean
  title: string
  slug: string
  by: string
  givenOn: string
  isVoid: boolean
}

/** Gifts that others recorded for a person, with the receipts, where the person can have one removed. */
export const OwnRecordedList = ({ gifts }: { gifts: OwnRecorded[] }) => (
  <ul className="grid gap-3">
    {gifts.map((gift) => (
      <li key={gift.id}>
        <Card>
          <One gift={gift} />
        </Card>
      </li>
    ))}
  </ul>
)

function One({
  gift: { amount, method, receipt, anonymous, title, slug, by, givenOn, isVoid },
}: {
  gift: OwnRecorded
}) {
  const { i18n } = useLingui()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="grid min-w-0 justify-items-start gap-1">
        <Link
          to={`/fundraiser/${slug}`}
          className="wrap-anywhere inline-flex min-h-11 items-center text-link"
          dir="auto"
        >
          {title}
        </Link>
        <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={isVoid ? 'text-muted line-through' : 'font-semibold'}>{moneyText(amount)}</span>
          {isVoid && (
            <Badge tone="stop">
              <Trans context="gift">Cancelled</Trans>
            </Badge>
          )}
          {anonymous && (
            <Badge>
              <Trans>Given anonymously</Trans>
            </Badge>
          )}
        </p>
        <p className="text-muted text-sm">
          {briefDayIn(i18n.locale as Language, dayOf(givenOn))} · {i18n._(recordedMethodWords[method])}
        </p>
        <p className="wrap-anywhere text-muted text-sm">{i18n._(recordedByWords(by))}</p>
      </div>
      <LinkButton to={`/given/${receipt}`} variant="secondary" size="small">
        <Trans>Receipt</Trans>
      </LinkButton>
    </div>
  )
}
