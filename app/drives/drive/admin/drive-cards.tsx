import { Trans, useLingui } from '@lingui/react/macro'
import { BarChart3, ExternalLink, FileText, HandCoins, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { categories } from '#app/drives/drive/drive.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { dayIn, momentIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Standing } from './drives-list.tsx'
import type { DriveSeen } from './office.ts'

/** What we have done to it, and why, as its owner reads it. */
export function Holds({ stop, freeze, hidden }: Pick<DriveSeen, 'stop' | 'freeze' | 'hidden'>) {
  const { i18n } = useLingui()
  const since = (at: Date) => momentIn(i18n.locale as Language, at)
  const [stopped, frozen, hiddenSince] = [stop, freeze, hidden].map((hold) => (hold ? since(hold.at) : ''))
  return (
    <>
      {stop && <Hold title={<Trans>Paused by us since {stopped}</Trans>} why={stop.why} />}
      {freeze && <Hold title={<Trans>Withdrawals frozen since {frozen}</Trans>} why={freeze.why} />}
      {hidden && <Hold title={<Trans>Recorded gifts hidden since {hiddenSince}</Trans>} why={hidden.why} />}
    </>
  )
}

const Hold = ({ title, why }: { title: ReactNode; why: string }) => (
  <Notice tone="warn" title={title}>
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {why}
    </p>
  </Notice>
)

/** What it is and whose. */
export function FactsCard({ drive }: { drive: DriveSeen }) {
  const { t, i18n } = useLingui()
  const { owner } = drive
  const language = i18n.locale as Language
  return (
    <Card title={<Trans>Fund drive</Trans>} className="@container">
      <dl className="grid gap-x-12 gap-y-2 lg:grid-cols-2">
        <Line label={t`Status`}>
          <Standing {...drive} />
        </Line>
        <Line label={t`Owner`}>
          {owner.gone ? (
            owner.name
          ) : (
            <Link to={`/admin/system-users/${owner.id}`} className="text-link">
              {owner.name}
            </Link>
          )}
        </Line>
        {owner.email && <Line label={t`Email`}>{owner.email}</Line>}
        <Line label={t`Slug`}>{drive.slug}</Line>
        {drive.codes.length > 0 && <Line label={t`Codes`}>{drive.codes.join(', ')}</Line>}
        <Line label={t`Category`}>{i18n._(categories[drive.category])}</Line>
        {drive.recorded > 0 && <Line label={t`Recorded gifts`}>{moneyText(drive.recorded, 'KSH')}</Line>}
        <Line label={t`Location`}>{drive.location}</Line>
        <Line label={t`Created`}>{momentIn(language, drive.created)}</Line>
        <Line label={t`End Date`}>{drive.endDate ? dayIn(language, new Date(drive.endDate)) : t`No end date`}</Line>
        <Line label={t`Platform fee`}>
          {drive.feePolicy === 'platform_absorbs' ? t`Borne by the platform` : t`Withheld at withdrawal`}
        </Line>
      </dl>
    </Card>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6">
    <dt className="text-muted">{label}</dt>
    <dd dir="auto" className="wrap-anywhere">
      {children}
    </dd>
  </div>
)

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** Where the rest of it can be looked at. */
export function DriveLinks({ drive: { id, slug } }: { drive: Pick<DriveSeen, 'id' | 'slug'> }) {
  const { t } = useLingui()
  const ways = [
    { to: `/fundraiser/${slug}`, label: t`Open public page`, Icon: ExternalLink },
    { to: `/admin/donations?drive=${id}`, label: t`Donations`, Icon: HandCoins },
    { to: `/admin/payouts?drive=${id}`, label: t`Payouts`, Icon: Wallet },
    { to: `/fund-drive/${slug}/statement`, label: t`Statement`, Icon: FileText },
    { to: `/fund-drive/${slug}/analytics`, label: t`Analytics`, Icon: BarChart3 },
  ]
  return (
    <nav aria-label={t`More about this fund drive`} className="flex flex-wrap gap-3">
      {ways.map(({ to, label, Icon }) => (
        <LinkButton key={to} to={to} variant="secondary" icon={<Icon {...icon} />}>
          {label}
        </LinkButton>
      ))}
    </nav>
  )
}
