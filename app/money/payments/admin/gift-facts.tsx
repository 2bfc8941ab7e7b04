import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { filterQuery } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { channelWords } from '#app/money/donations/channel.ts'
import { receiptNumber } from '#app/money/donations/receipt.ts'
import type { PaidOut } from '#app/money/payouts/admin/payout-admin.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { GiftStanding } from './gifts-list.tsx'
import type { GiftStory } from './story.ts'

/** Shows a payment's facts: how much, from whom, for what, and by which numbers others know it. */
export function AdminGiftFacts({ gift }: { gift: GiftStory }) {
  return (
    <Card
      title={gift.bought ? <Trans>The payment for views</Trans> : <Trans>The donation</Trans>}
      action={<GiftStanding gift={gift} />}
    >
      <dl className="grid gap-3">
        <Money gift={gift} />
        {gift.bought && <Views {...gift.bought} />}
        <Fact words={<Trans>Fund drive</Trans>}>
          <OfDrive drive={gift.drive} bought={gift.bought} />
        </Fact>
        {gift.donation && (
          <Fact words={<Trans>Payout</Trans>}>
            <PaidOutWith paidOut={gift.paidOut} />
          </Fact>
        )}
        {gift.bought ? <Payer email={gift.email} /> : <Giver gift={gift} />}
        <Numbers gift={gift} />
      </dl>
    </Card>
  )
}

const ksh = (cents: number) => moneyText(cents, 'KSH')

function Money({ gift: { amount, reversed, donation, bought, status, providerFee } }: { gift: GiftStory }) {
  return (
    <>
      <Fact words={<Trans>Amount</Trans>}>
        <strong className="figures text-lg">{ksh(amount)}</strong>
      </Fact>
      {reversed > 0 && <Fact words={<Trans>Returned</Trans>}>{ksh(reversed)}</Fact>}
      {donation && <Fact words={<Trans>Platform fee</Trans>}>{ksh(donation.platformFee)}</Fact>}
      {donation && <Fact words={<Trans>The owner’s share</Trans>}>{ksh(amount - donation.platformFee)}</Fact>}
      {(donation || (bought && status === 'succeeded')) && (
        <Fact words={<Trans>The provider’s fee</Trans>}>
          {providerFee === null ? <Trans>not known yet</Trans> : ksh(providerFee)}
        </Fact>
      )}
    </>
  )
}

/** Shows the package as it was sold. */
function Views({ package: name, views }: NonNullable<GiftStory['bought']>) {
  const count = useCount()
  return (
    <>
      <Fact words={<Trans>Package</Trans>}>{name}</Fact>
      <Fact words={<Trans>Views</Trans>}>{count(views)}</Fact>
    </>
  )
}

function OfDrive({ drive, bought }: Pick<GiftStory, 'drive' | 'bought'>) {
  if (!drive) return <Trans>Deleted</Trans>
  if (bought)
    return (
      <Link to={`/admin/fund-drives/${drive.slug}`} className={way} dir="auto">
        {drive.title}
      </Link>
    )
  return (
    <span className="grid justify-items-end gap-1">
      <Link to={`/admin/fund-drives/${drive.slug}`} className={way} dir="auto">
        {drive.title}
      </Link>
      <Link to={`/admin/donations${filterQuery({ drive: drive.id })}`} className={`${way} text-sm`}>
        <Trans>Its donations</Trans>
      </Link>
    </span>
  )
}

const way = 'text-link wrap-anywhere inline-flex min-h-11 items-center md:min-h-6'

function Giver({ gift: { name, email, anonymous, message } }: { gift: GiftStory }) {
  return (
    <>
      <Fact words={<Trans>Donor</Trans>}>
        <span className="grid justify-items-end gap-1">
          <span dir="auto">{name || <Trans>No name given</Trans>}</span>
          {anonymous && (
            <Badge>
              <Trans>Anonymous to others</Trans>
            </Badge>
          )}
        </span>
      </Fact>
      <Payer email={email} />
      {message && (
        <Fact words={<Trans>Message</Trans>}>
          <span className="whitespace-pre-wrap" dir="auto">
            {message}
          </span>
        </Fact>
      )}
    </>
  )
}

const Payer = ({ email }: { email: string }) => (
  <Fact words={<Trans>Email</Trans>}>
    {email ? (
      <a href={`mailto:${email}`} className={way}>
        {email}
      </a>
    ) : (
      <Trans>Not given, or deleted on request</Trans>
    )}
  </Fact>
)

function Numbers({ gift: { channel, reference, providerId, code, phone, donation } }: { gift: GiftStory }) {
  const { i18n } = useLingui()
  return (
    <>
      {channel && <Fact words={<Trans>Channel</Trans>}>{i18n._(channelWords[channel])}</Fact>}
      <Fact words={<Trans>Reference</Trans>}>
        <span className="figures text-sm">{reference}</span>
      </Fact>
      {code && (
        <Fact words={<Trans>M-Pesa code</Trans>}>
          <span className="figures">{code}</span>
        </Fact>
      )}
      {phone && (
        <Fact words={<Trans>Phone</Trans>}>
          <span className="figures whitespace-nowrap">{phone}</span>
        </Fact>
      )}
      {providerId && providerId !== code && <Fact words={<Trans>Provider’s number</Trans>}>{providerId}</Fact>}
      {donation && (
        <Fact words={<Trans>Receipt</Trans>}>
          <Link to={`/receipt/${donation.receipt}`} className={way}>
            {receiptNumber(donation.id, donation.at)}
          </Link>
        </Fact>
      )}
    </>
  )
}

const Fact = ({ words, children }: { words: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6">
    <dt className="text-muted">{words}</dt>
    <dd className="wrap-anywhere min-w-0 text-right">{children}</dd>
  </div>
)

/** Shows where a gift's money is: paid out, asked for, or still with the fund drive. */
function PaidOutWith({ paidOut }: { paidOut: PaidOut | undefined }) {
  if (!paidOut) return <Trans>This fund drive has too many gifts to follow each.</Trans>
  const { parts, worth, stays } = paidOut
  if (worth === 0) return <Trans>Refunded: nothing of it is left</Trans>
  const left = moneyText(stays, 'KSH')
  return (
    <span className="grid justify-items-end gap-1">
      {parts.map((part) => (
        <Part key={part.id} {...part} isAll={part.part === worth} />
      ))}
      {stays > 0 && (
        <span>
          {stays === worth ? <Trans>Still with the fund drive</Trans> : <Trans>{left} still with the fund drive</Trans>}
        </span>
      )}
    </span>
  )
}

function Part({ id, at, part, isAll }: PaidOut['parts'][number] & { isAll: boolean }) {
  const { t, i18n } = useLingui()
  const day = at && briefDayIn(i18n.locale as Language, at)
  return (
    <Link to={`/admin/payouts/${id}`} className="text-link inline-flex min-h-11 items-center md:min-h-6">
      {!isAll && `${moneyText(part, 'KSH')} · `}
      {day ? t`Paid out with payout ${id} (${day})` : t`Asked for with payout ${id}, not sent yet`}
    </Link>
  )
}
