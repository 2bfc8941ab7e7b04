import { Trans, useLingui } from '@lingui/react/macro'
import { BarChart3, ExternalLink, FileText, HandCoins, Megaphone, ReceiptText, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Outlet } from 'react-router'
import { doneAbout } from '#app/base/audit/admin/log-list.server.ts'
import { logView } from '#app/base/audit/admin/log-list.tsx'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { countComments } from '#app/drives/comments/comment.server.ts'
import { categoryName } from '#app/drives/drive/drive.ts'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { countViews } from '#app/drives/views/view.server.ts'
import { countVisits } from '#app/drives/visits/visit.server.ts'
import { feePercent } from '#app/kit/fee.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { dayIn, momentIn } from '#app/kit/time.ts'
import { OwnerName } from '#app/people/accounts/admin/people-list.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage, BackTo, FactLine } from '#app/site/admin-page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ListTable } from '#app/ui/list-view.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/fund-drive.ts'
import type { DriveSeen } from './drive-admin.ts'
import { driveSeen } from './drives-list.server.ts'
import { DriveStanding } from './drives-list.tsx'

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const by = actorIn(context)
  const drive = await driveSeen(db, slug)
  if (!drive) throw data(null, { status: 404 })
  const [money, credits, comments, visits, views, lines] = await Promise.all([
    balanceNow(db, drive.id),
    creditsOf(db, drive.id),
    countComments(db, drive.id),
    countVisits(db, drive.id),
    countViews(db, drive.id),
    doneAbout(db, 'drive', drive.id),
    recordAccess(db, { by, noun: 'drive', subject: drive.id }),
  ])
  const counts = { comments, visits, views }
  return { drive, money, credits: credits ?? null, counts, lines, isOwn: drive.owner.id === by.id }
}

// A person who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** Shows one fund drive with all that is known of it at a glance. */
export default function FundDrive({ loaderData }: Route.ComponentProps) {
  const { drive, money, credits, counts, lines, isOwn } = loaderData
  const { t } = useLingui()
  useLive([`drive:${drive.id}`])
  return (
    <AdminPage page={drive.title} text={<BackTo to="/admin/fund-drives">{t`All fund drives`}</BackTo>}>
      <Holds {...drive} />
      <DriveWays drive={drive} isOwn={isOwn} />
      <DriveLinks drive={drive} />
      <DriveTiles {...{ drive, money, credits, counts }} />
      <FactsCard drive={drive} />
      <section aria-labelledby="done" className="grid gap-3 *:min-w-0">
        <h2 id="done" className="text-xl">
          <Trans>What administrators did</Trans>
        </h2>
        <ListTable view={logView} rows={lines} without={['about']} empty={<Card>{t`No decisions yet.`}</Card>} />
      </section>
      <Outlet context={drive} />
    </AdminPage>
  )
}

/** Shows the decisions about a drive. Nobody decides about their own. */
function DriveWays({ drive, isOwn }: { drive: DriveSeen; isOwn: boolean }) {
  const base = `/admin/fund-drives/${drive.slug}`
  if (isOwn)
    return (
      <Notice title={<Trans>This fund drive is yours</Trans>}>
        <Trans>Another administrator has to decide about it.</Trans>
      </Notice>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {drive.stop ? (
        <LinkButton to={`${base}/open`} preventScrollReset>
          <Trans>Open again</Trans>
        </LinkButton>
      ) : (
        <LinkButton to={`${base}/pause`} preventScrollReset variant="secondary" className="text-stop">
          <Trans>Pause</Trans>
        </LinkButton>
      )}
      {drive.freeze ? (
        <LinkButton to={`${base}/free`} preventScrollReset>
          <Trans>Unfreeze withdrawals</Trans>
        </LinkButton>
      ) : (
        <LinkButton to={`${base}/freeze`} preventScrollReset variant="secondary" className="text-stop">
          <Trans>Freeze withdrawals</Trans>
        </LinkButton>
      )}
      {drive.hidden ? (
        <LinkButton to={`${base}/show-recorded`} preventScrollReset>
          <Trans>Show recorded gifts</Trans>
        </LinkButton>
      ) : (
        drive.recorded > 0 && (
          <LinkButton to={`${base}/hide-recorded`} preventScrollReset variant="secondary" className="text-stop">
            <Trans>Hide recorded gifts</Trans>
          </LinkButton>
        )
      )}
      {drive.unlisted && (
        <LinkButton to={`${base}/allow-listing`} preventScrollReset>
          <Trans>Allow on the public list</Trans>
        </LinkButton>
      )}
      {drive.listed && (
        <LinkButton to={`${base}/unlist`} preventScrollReset variant="secondary" className="text-stop">
          <Trans>Take off the public list</Trans>
        </LinkButton>
      )}
      <LinkButton to={`${base}/give-views`} preventScrollReset variant="secondary">
        <Trans>Give free views</Trans>
      </LinkButton>
    </div>
  )
}

type DriveTilesProps = {
  drive: Pick<DriveSeen, 'goal' | 'donors' | 'raised'>
  money: { raised: number; withdrawn: number; underWay: number; available: number; held: number; debt: number }
  credits: { package: string; used: number; remaining: number } | null
  counts: { comments: number; visits: number; views: number }
}

/** Shows the drive's figures. Money is in cents. */
function DriveTiles({ drive, money, credits, counts }: DriveTilesProps) {
  const { t } = useLingui()
  const count = useCount()
  const sum = (cents: number) => moneyText(cents, 'KSH')
  const [goal, onItsWay, held, debt] = [sum(drive.goal ?? 0), sum(money.underWay), sum(money.held), sum(money.debt)]
  const beside = sum(drive.raised - money.raised)
  const [used, name] = [count(credits?.used ?? 0), credits?.package ?? '']
  const [comments, visits] = [count(counts.comments), count(counts.visits)]
  return (
    <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 xl:grid-cols-3">
      <StatTile
        label={<Trans>Raised</Trans>}
        value={sum(drive.raised)}
        hint={
          <>
            {drive.raised > money.raised && (
              <span className="figures block">
                <Trans>{beside} of it recorded</Trans>
              </span>
            )}
            {drive.goal === null ? <Trans>Collects no donations</Trans> : <Trans>of {goal}</Trans>}
          </>
        }
      />
      <StatTile
        label={<Trans>Withdrawn</Trans>}
        value={sum(money.withdrawn)}
        hint={money.underWay > 0 && <Trans>{onItsWay} of it on its way</Trans>}
      />
      <StatTile
        label={<Trans>Available</Trans>}
        value={sum(money.available)}
        hint={money.debt > 0 ? <Trans>Owes {debt}</Trans> : money.held > 0 && <Trans>{held} held for disputes</Trans>}
      />
      <StatTile label={<Trans>Donors</Trans>} value={count(drive.donors)} />
      <StatTile
        label={<Trans>Views left</Trans>}
        value={count(credits?.remaining ?? 0)}
        hint={credits && t`${used} used, package ${name}`}
      />
      <StatTile
        label={<Trans>Page Views</Trans>}
        value={count(counts.views)}
        hint={
          <Trans>
            Comments: {comments}, RSVPs: {visits}
          </Trans>
        }
      />
    </div>
  )
}

/** Shows our decisions against the drive, with the reasons that its owner reads. */
function Holds({ stop, freeze, hidden, unlisted }: Pick<DriveSeen, 'stop' | 'freeze' | 'hidden' | 'unlisted'>) {
  const { i18n } = useLingui()
  const since = (at: Date) => momentIn(i18n.locale as Language, at)
  const [stopped, frozen, hiddenSince, offSince] = [stop, freeze, hidden, unlisted].map((hold) =>
    hold ? since(hold.at) : '',
  )
  return (
    <>
      {stop && <Hold title={<Trans>Paused by us since {stopped}</Trans>} why={stop.why} />}
      {freeze && <Hold title={<Trans>Withdrawals frozen since {frozen}</Trans>} why={freeze.why} />}
      {hidden && <Hold title={<Trans>Recorded gifts hidden since {hiddenSince}</Trans>} why={hidden.why} />}
      {unlisted && <Hold title={<Trans>Off the public list since {offSince}</Trans>} why={unlisted.why} />}
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

/** Shows the drive's facts and its owner. */
function FactsCard({ drive }: { drive: DriveSeen }) {
  const { t, i18n } = useLingui()
  const { owner } = drive
  const percent = feePercent(drive.feeBps)
  const language = i18n.locale as Language
  return (
    <Card title={<Trans>Fund drive</Trans>} className="@container">
      <dl className="grid gap-x-12 gap-y-2 lg:grid-cols-2">
        <FactLine label={t`Status`}>
          <DriveStanding {...drive} />
        </FactLine>
        <FactLine label={t`Owner`}>
          <OwnerName owner={owner} />
        </FactLine>
        {owner.email && <FactLine label={t`Email`}>{owner.email}</FactLine>}
        <FactLine label={t`Slug`}>{drive.slug}</FactLine>
        {drive.codes.length > 0 && <FactLine label={t`Codes`}>{drive.codes.join(', ')}</FactLine>}
        <FactLine label={t`Category`}>{categoryName(drive.category, i18n)}</FactLine>
        {drive.recorded > 0 && <FactLine label={t`Recorded gifts`}>{moneyText(drive.recorded, 'KSH')}</FactLine>}
        <FactLine label={t`Location`}>{drive.location}</FactLine>
        <FactLine label={t`Created`}>{momentIn(language, drive.created)}</FactLine>
        <FactLine label={t`End Date`}>
          {drive.endDate ? dayIn(language, new Date(drive.endDate)) : t`No end date`}
        </FactLine>
        <FactLine label={t`Platform fee`}>
          {drive.feeBps === 0 ? t`Borne by the platform` : t`${percent}%, withheld at withdrawal`}
        </FactLine>
      </dl>
    </Card>
  )
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** Links to the drive's other pages. */
function DriveLinks({ drive: { id, slug } }: { drive: Pick<DriveSeen, 'id' | 'slug'> }) {
  const { t } = useLingui()
  const ways = [
    { to: `/fundraiser/${slug}`, label: t`Open public page`, Icon: ExternalLink },
    { to: `/admin/donations?drive=${id}`, label: t`Donations`, Icon: HandCoins },
    { to: `/admin/payouts?drive=${id}`, label: t`Payouts`, Icon: Wallet },
    { to: `/fund-drive/${slug}/statement`, label: t`Statement`, Icon: FileText },
    { to: `/fund-drive/${slug}/analytics`, label: t`Analytics`, Icon: BarChart3 },
    { to: `/fund-drive/${slug}/updates`, label: t`Updates`, Icon: Megaphone },
    { to: `/fund-drive/${slug}/money`, label: t`What it bought`, Icon: ReceiptText },
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
