import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router'
import { SecondNeeded } from '#app/admin/small-decision.tsx'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import type { Route } from './+types/unplaced-one.ts'
import { ClaimLine } from './claims.tsx'
import { unplacedAt, unplacedDeskOf } from './unplaced.server.ts'
import { amountOf, askedWords, type UnplacedDesk, type UnplacedMoney, unplacedWhyWords, wishWords } from './unplaced.ts'
import { BecameLines, DecideUnplaced, PaymentLine, UnplacedFacts, UnplacedLine } from './unplaced-card.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const money = await unplacedAt(db, params.money)
  if (!money.isAtMpesa) return { money, desk: null }
  const [desk] = await Promise.all([
    unplacedDeskOf(db, money),
    recordAccess(db, { by: actorIn(context), noun: 'suspense', subject: money.id }),
  ])
  return { money, desk }
}

export const shouldRevalidate = afterEachFormAction

/** Shows money that matches no payment: its facts and its way out; for money at M-Pesa, the desk. */
export default function UnplacedOne({ loaderData: { money, desk } }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <Link to="/admin/books/unplaced" className="text-link inline-flex min-h-11 items-center gap-1">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <Trans>All unplaced money</Trans>
      </Link>
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="grid gap-5 *:min-w-0">
          {desk ? <DeskFacts desk={desk} /> : <UnplacedFacts money={money} />}
          {desk && <DeskHints desk={desk} />}
        </div>
        {desk ? <DeskWays desk={desk} /> : <DecideUnplaced key={money.id} money={money} />}
      </div>
      <Outlet />
    </div>
  )
}

type DeskProps = { desk: UnplacedDesk }

/** Shows money that reached our Paybill, with all that tells whose it may be. */
export function DeskFacts({ desk }: DeskProps) {
  const { i18n } = useLingui()
  const { money, account, receipt, tail, name, paidAt } = desk
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const words = unplacedWhyWords[money.why]
  return (
    <Card title={amountOf(money)} text={words ? i18n._(words) : money.why}>
      <dl className="grid gap-2">
        <UnplacedLine name={<Trans>Account as typed</Trans>} value={account || <Trans>none</Trans>} />
        {receipt && (
          <UnplacedLine name={<Trans>M-Pesa code</Trans>} value={<span className="figures">{receipt}</span>} />
        )}
        <UnplacedLine name={<Trans>Name at M-Pesa</Trans>} value={name ? <bdi>{name}</bdi> : <Trans>not told</Trans>} />
        <UnplacedLine
          name={<Trans>Last digits of the number</Trans>}
          value={tail ? <span className="figures">… {tail.slice(-3)}</span> : <Trans>not told</Trans>}
        />
        <UnplacedLine name={<Trans>Paid</Trans>} value={moment(paidAt ?? money.at)} />
        <PaymentLine money={money} />
        {money.why === 'paid twice' && money.state === 'open' && (
          <UnplacedLine
            name={<Trans>What the giver wants</Trans>}
            value={i18n._(money.wish ? wishWords[money.wish] : askedWords[money.text ?? 'none'])}
          />
        )}
        <BecameLines money={money} />
      </dl>
    </Card>
  )
}

/** Shows the ways out. None is preselected for the administrator. */
function DeskWays({ desk }: DeskProps) {
  const { money, asked } = desk
  if (money.state !== 'open') return null
  if (money.back === 'by hand') return <BeingSentBack desk={desk} />
  if (money.back) return <GoesBack desk={desk} />
  const at = `/admin/books/unplaced/${money.id}`
  return (
    <Card title={<Trans>Where it goes</Trans>}>
      <div className="grid gap-4">
        {asked && (
          <SecondNeeded asked={asked}>
            {asked.driveTitle !== null ? (
              <Trans>
                Place it on <bdi>{asked.driveTitle}</bdi>
              </Trans>
            ) : (
              <Trans>Send it back</Trans>
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
          to={`${at}/send-back`}
          preventScrollReset
          className={`no-underline ${buttonClass({ variant: 'secondary', wide: true })}`}
        >
          <Trans>Send it back</Trans>
        </Link>
      </div>
    </Card>
  )
}

/** Says that M-Pesa is asked to give it back: nothing is left to do. */
function GoesBack({ desk }: DeskProps) {
  const { money, order } = desk
  return (
    <Card title={<Trans>Where it goes</Trans>}>
      <Notice
        tone={order?.is === 'short' ? 'warn' : 'info'}
        title={
          order?.is === 'short' ? (
            <Trans>Our account at M-Pesa holds too little for it</Trans>
          ) : (
            <Trans>M-Pesa is asked to give it back</Trans>
          )
        }
      >
        <p>
          <WhoDecided money={money} /> <Trans>Nobody can place it any more.</Trans>
        </p>
        <p>
          {order?.is === 'short' ? (
            <Trans>Put money there: it is returned without you.</Trans>
          ) : (
            <Trans>We ask again until M-Pesa says that it is done.</Trans>
          )}
        </p>
        <Why money={money} />
      </Notice>
    </Card>
  )
}

/** Says who decided: an administrator, or its giver. */
function WhoDecided({ money: { reservedAt, reservedBy } }: { money: UnplacedMoney }) {
  const { t, i18n } = useLingui()
  const since = momentIn(i18n.locale as Language, reservedAt!)
  return reservedBy ? t`${reservedBy} decided it on ${since}.` : t`It is being returned to its giver since ${since}.`
}

const Why = ({ money: { reservedWhy } }: { money: UnplacedMoney }) =>
  reservedWhy && (
    <p className="wrap-anywhere">
      <bdi>{reservedWhy}</bdi>
    </p>
  )

/** Lets an administrator send back in M-Pesa's portal what M-Pesa does not. Until they say how that ended, nobody places the money. */
function BeingSentBack({ desk: { money, order } }: DeskProps) {
  const page = `/admin/books/unplaced/${money.id}`
  return (
    <Card title={<Trans>Where it goes</Trans>}>
      <div className="grid gap-4">
        {order?.is === 'refused' && (
          <Notice tone="warn" title={<Trans>M-Pesa did not reverse it</Trans>}>
            <Trans>
              It answered our order with the code {order.code ?? '?'}. Send it back by hand: look in the portal first
              whether it is reversed.
            </Trans>
          </Notice>
        )}
        <Notice
          tone={money.isReservedLong ? 'stop' : 'warn'}
          title={
            money.isReservedLong ? (
              <Trans>For more than a day nobody has said whether it was sent back</Trans>
            ) : (
              <Trans>It is being sent back</Trans>
            )
          }
        >
          <p>
            <WhoDecided money={money} /> <Trans>Until one of you says what became of it, nobody can place it.</Trans>
          </p>
          <Why money={money} />
        </Notice>
        <p>
          <Trans>Look into the M-Pesa portal, and say here what you see there.</Trans>
        </p>
        <Link to={`${page}/sent-back`} preventScrollReset className={`no-underline ${buttonClass({ wide: true })}`}>
          <Trans>It was sent back</Trans>
        </Link>
        <Link
          to={`${page}/not-sent`}
          preventScrollReset
          className={`no-underline ${buttonClass({ variant: 'secondary', wide: true })}`}
        >
          <Trans>It was not sent</Trans>
        </Link>
      </div>
    </Card>
  )
}

/** Shows fund drives with similar codes, and givers who say that it was them. */
function DeskHints({ desk: { money, near, claims } }: DeskProps) {
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
          {claims.map((claim) => (
            <ClaimLine key={claim.id} claim={claim} />
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
