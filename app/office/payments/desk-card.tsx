import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { SecondNeeded } from '#app/office/second-needed.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Desk } from './desk.ts'
import { amountOf, whyWords, wishWords } from './unplaced.ts'
import { Line } from './unplaced-card.tsx'

type DeskProps = { desk: Desk }

/** Money that reached our Paybill, with all that tells whose it may be. */
export function DeskFacts({ desk }: DeskProps) {
  const { i18n } = useLingui()
  const { money, account, receipt, tail, name, paidAt } = desk
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const words = whyWords[money.why]
  return (
    <Card title={amountOf(money)} text={words ? i18n._(words) : money.why}>
      <dl className="grid gap-2">
        <Line name={<Trans>Account as typed</Trans>} value={account || <Trans>none</Trans>} />
        {receipt && <Line name={<Trans>M-Pesa code</Trans>} value={<span className="figures">{receipt}</span>} />}
        <Line name={<Trans>Name at M-Pesa</Trans>} value={name ? <bdi>{name}</bdi> : <Trans>not told</Trans>} />
        <Line
          name={<Trans>Last digits of the number</Trans>}
          value={tail ? <span className="figures">… {tail.slice(-3)}</span> : <Trans>not told</Trans>}
        />
        <Line name={<Trans>Paid</Trans>} value={moment(paidAt ?? money.at)} />
        {money.paymentId !== null && (
          <Line
            name={<Trans>Payment</Trans>}
            value={
              <Link to={`/admin/donations/${money.paymentId}`} className="text-link">
                <Trans>Its story</Trans>
              </Link>
            }
          />
        )}
        {money.why === 'paid twice' && money.state === 'open' && (
          <Line
            name={<Trans>What the giver wants</Trans>}
            value={
              money.wish ? i18n._(wishWords[money.wish]) : <Trans>They were asked, and have not answered yet</Trans>
            }
          />
        )}
        {money.state === 'placed' && <Line name={<Trans>State</Trans>} value={<Trans>Placed as a gift</Trans>} />}
        {money.closedAt && <Line name={<Trans>Closed</Trans>} value={moment(money.closedAt)} />}
        {money.closedBy && <Line name={<Trans>Closed by</Trans>} value={money.closedBy} />}
        {money.note && <Line name={<Trans>Note</Trans>} value={<bdi>{money.note}</bdi>} />}
      </dl>
    </Card>
  )
}

/** Its two ways out. Nothing is chosen for the administrator. */
export function DeskWays({ desk: { money, asked } }: DeskProps) {
  if (money.state !== 'open') return null
  const at = `/admin/books/unplaced/${money.id}`
  return (
    <Card title={<Trans>Where it goes</Trans>}>
      <div className="grid gap-4">
        {asked && (
          <SecondNeeded asked={asked}>
            {asked.code === null ? (
              <Trans>
                Place it on <bdi>{asked.driveTitle}</bdi>
              </Trans>
            ) : (
              <Trans>It was sent back under {asked.code}</Trans>
            )}
          </SecondNeeded>
        )}
        <p>
          <Trans>
            Place it only when you know whom it was meant for. A code that looks like the one typed is no proof.
          </Trans>
        </p>
        <Link to={`${at}/place`} preventScrollReset className={`no-underline ${buttonClass({ wide: true })}`}>
          <Trans>Place it on a fund drive</Trans>
        </Link>
        <Link
          to={`${at}/sent-back`}
          preventScrollReset
          className={`no-underline ${buttonClass({ variant: 'secondary', wide: true })}`}
        >
          <Trans>It was sent back</Trans>
        </Link>
      </div>
    </Card>
  )
}

/** Fund drives whose codes are near, and givers who say that it was them. */
export function DeskHints({ desk: { money, near, claims } }: DeskProps) {
  const { i18n } = useLingui()
  if (money.state !== 'open') return null
  return (
    <>
      <Card title={<Trans>Nearest codes</Trans>}>
        <Things none={<Trans>No fund drive has a code near this.</Trans>}>
          {near.map(({ driveId, title, owner, code }) => (
            <li key={driveId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <span className="min-w-0">
                <bdi className="block font-semibold wrap-anywhere">{title}</bdi>
                <bdi className="text-muted text-sm">{owner}</bdi>
              </span>
              <span className="figures">{code}</span>
            </li>
          ))}
        </Things>
      </Card>
      <Card title={<Trans>Givers who say it is theirs</Trans>}>
        <Things none={<Trans>Nobody so far.</Trans>}>
          {claims.map(({ id, title, name, phone, tail, at, isTailRight }) => (
            <li key={id} className="grid gap-1 py-2.5">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <bdi className="font-semibold wrap-anywhere">{name || <Trans>No name given</Trans>}</bdi>
                <Badge tone={isTailRight ? 'gain' : 'warn'}>
                  {isTailRight ? <Trans>digits {tail} are right</Trans> : <Trans>digits {tail} differ</Trans>}
                </Badge>
              </span>
              <bdi className="wrap-anywhere">{title}</bdi>
              <span className="text-muted text-sm">
                {phone && <span className="figures mr-3">{phone}</span>}
                {momentIn(i18n.locale as Language, at)}
              </span>
            </li>
          ))}
        </Things>
      </Card>
    </>
  )
}

const Things = ({ none, children }: { none: ReactNode; children: ReactNode[] }) =>
  children.length === 0 ? (
    <p className="text-muted">{none}</p>
  ) : (
    <ul className="-my-2 divide-y divide-line">{children}</ul>
  )
