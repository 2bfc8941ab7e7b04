import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigation, useRouteLoaderData } from 'react-router'
import { isPressing } from '#app/drives/drive/steps.ts'
import { Part } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Paybill } from '../share.ts'
import { Slogan } from '../slogan.tsx'
import { DriveBadges, StatusBadge } from './badges.tsx'
import { CampaignFigures, type CampaignStanding, type FiguresProps } from './figures.tsx'
import { type LinkCard, ShareCard } from './share-card.tsx'
import './campaign.css'
import { Plural } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Form, Link, NavLink } from 'react-router'
import type { NextStep } from '#app/drives/drive/steps.ts'
import { moneyText } from '#app/kit/money.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Changing, useReadOnly } from '#app/ui/read-only.tsx'
import { isWithin } from '#app/ui/sidebar.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { capitalised, type Status } from '../drive.ts'
import type { BadgesProps } from './badges.tsx'
import { groupPages } from './ways.tsx'

type HeadProps = {
  drive: Omit<HeaderProps & FiguresProps, keyof CampaignStanding | 'canWithdraw'>
  /** The drive's figures, with whether its owner may ask for money. */
  standing: (CampaignStanding & { canWithdraw: boolean }) | 'failed'
  card: LinkCard
  paybill: Paybill | null
  /** How many people can still open the public page; null for a helper. */
  views: number | 'everybody' | null
  next: NextLineProps | null
  /** True on the drive's home page; above the other pages the head is one line. */
  home: boolean
  /** True if the page itself shows the available amount. */
  saysBalance: boolean
}

/** Shows the head of a drive's pages: the drive's name, its figures and its link. */
export function CampaignHead({ drive, standing, card, paybill, views, next, home, saysBalance }: HeadProps) {
  // If the figures failed, the page behind the button says what can be asked for.
  const canWithdraw = standing === 'failed' || standing.canWithdraw
  const figures = (compact?: true) => (
    <Part of={standing}>
      {(standing) => <CampaignFigures {...drive} {...standing} {...(compact && { compact })} />}
    </Part>
  )
  const shared = { ...drive, raised: drive.total, link: card.link, paybill }
  if (home)
    return (
      <>
        <CampaignHeader {...drive} canWithdraw={canWithdraw} />
        {next && <NextLine {...next} />}
        {figures()}
        <ShareCard shared={shared} views={views} card={card} />
      </>
    )
  return (
    <>
      <div className="relative *:min-w-0">
        <CampaignLine
          {...drive}
          canWithdraw={canWithdraw}
          available={saysBalance || standing === 'failed' ? undefined : standing.available}
        />
        <Folded>
          <p dir="auto" className="wrap-anywhere max-w-[60ch] text-muted">
            <Slogan text={drive.slogan} />
          </p>
          <DriveBadges {...drive} />
          {figures(true)}
          <ShareCard shared={shared} views={views} compact />
        </Folded>
      </div>
      {next && isPressing(next.step) && <NextLine {...next} />}
      <GroupPages slug={drive.slug} helps={views === null} />
    </>
  )
}

/**
 * Folds the figures and the link of a drive behind one line, above its other pages. The browser unfolds it, with or
 * without a script. On wide screens the line is in the row of the header.
 */
function Folded({ children }: { children: ReactNode }) {
  return (
    <details className="group/fold no-print">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-control font-semibold text-[0.9375rem] text-muted hover:text-ink xl:absolute xl:top-0 xl:right-0 xl:h-18 xl:w-36 xl:justify-end [&::-webkit-details-marker]:hidden">
        <Trans>Stats & link</Trans>
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open/fold:rotate-180" />
      </summary>
      <div className="grid gap-3 pt-1 pb-3 *:min-w-0">{children}</div>
    </details>
  )
}

/** Names the requested page while it loads on a slow line. The current page stays until then. */
export function OnTheWay() {
  const { pathname } = useLocation()
  const to = useNavigation().location?.pathname
  if (!to || to === pathname) return null
  return (
    <p role="status" className="on-the-way rounded-badge border border-line bg-card px-4 py-2 text-sm shadow-float">
      {to.endsWith('/info') ? <Trans>Loading fund drive information...</Trans> : <Trans>Loading...</Trans>}
    </p>
  )
}

/** Tells an owner, on all pages of the drive, that an administrator has paused it, and why. */
export function StoppedNotice({ why }: { why: string }) {
  const { t } = useLingui()
  const supportUrl = (useRouteLoaderData('root') as { supportUrl?: string } | undefined)?.supportUrl
  return (
    <Notice
      tone="warn"
      title={<Trans>An administrator has paused this fund drive</Trans>}
      action={
        supportUrl && (
          <a href={supportUrl} rel="noopener noreferrer" className="inline-flex min-h-11 items-center text-link">
            <Trans>Write to support</Trans>
          </a>
        )
      }
    >
      <p className="wrap-anywhere whitespace-pre-wrap">{t`Reason: ${why}`}</p>
      <p>
        <Trans>Visitors can’t find it, and only an administrator can open it again.</Trans>
      </p>
    </Notice>
  )
}

type GroupPagesProps = {
  slug: string
  /** A helper does not choose the others. */
  helps: boolean
}

/** Links between the pages of the group, above each of them and above the helpers. */
function GroupPages({ slug, helps }: GroupPagesProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  // Administrators who only look have nothing to fill in.
  const looks = useReadOnly()
  const to = (page: string) => `/fund-drive/${slug}/${page}`
  if (!isWithin(pathname, [...groupPages, 'settings/helpers'].map(to))) return null
  const pages = [
    { to: to('pledges'), label: t`Pledges` },
    { to: to('recorded'), label: t({ message: 'Recorded gifts', context: 'tab' }) },
    ...(looks ? [] : [{ to: to('bridge'), label: t({ message: 'Paste a list', context: 'tab' }) }]),
    { to: to('list'), label: t({ message: 'List for the group', context: 'tab' }) },
    ...(helps ? [] : [{ to: to('settings/helpers'), label: t`Helpers` }]),
  ]
  return <PageTabs label={t`The group`} pages={pages} />
}

type NextLineProps = { step: NextStep; slug: string; remaining: number }

type Line = Exclude<NextStep, 'draft'>

const ways: Record<Line, string> = {
  'out-of-views': 'payouts/buy-views',
  paused: 'settings',
  'few-views': 'payouts/buy-views',
  bare: 'description?edit',
  'no-description': 'description?edit',
  'no-picture': 'info#picture',
}

/** The next thing to do, in one line, with the way to it. */
function NextLine({ step, slug, remaining }: NextLineProps) {
  if (step === 'draft') return <DraftLine slug={slug} />
  const { what, go } = wordsOf(step, remaining)
  const pressing = isPressing(step)
  return (
    <p
      className={`flex flex-wrap items-center gap-x-3 rounded-control border-l-4 px-4 py-1.5 text-[0.9375rem] ${pressing ? 'border-warn bg-warn-soft' : 'border-accent bg-card'}`}
    >
      <span className="py-1">{what}</span>
      <Way to={`/fund-drive/${slug}/${ways[step]}`}>{go}</Way>
      {step === 'bare' && (
        <Way to={`/fund-drive/${slug}/info#picture`}>
          <Trans>Add a picture</Trans>
        </Way>
      )}
    </p>
  )
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    preventScrollReset
    className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-1 underline-offset-3 hover:decoration-2"
  >
    {children}
    <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
  </Link>
)

/** Shows, for a draft that nobody sees yet, its preview and the button that publishes it. */
function DraftLine({ slug }: { slug: string }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border-warn border-l-4 bg-warn-soft px-4 py-2 text-[0.9375rem]">
      <p className="min-w-0 flex-1 basis-56 py-1">
        <Trans>This is a draft: visitors can’t see it yet.</Trans>
      </p>
      <a
        href={`/fundraiser/${slug}`}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center text-link"
      >
        <Trans>Preview</Trans>
      </a>
      <Form method="post" action={`/fund-drive/${slug}/settings/status`} preventScrollReset>
        <input type="hidden" name="status" value="active" />
        <Button busy={busy} busyText={t`Publishing...`}>{t`Publish`}</Button>
      </Form>
    </div>
  )
}

function wordsOf(step: Line, remaining: number) {
  switch (step) {
    case 'out-of-views':
      return {
        what: <Trans>All views are used up, so visitors can’t see this fund drive.</Trans>,
        go: <Trans>Buy more views</Trans>,
      }
    case 'paused':
      return {
        what: <Trans>This fund drive is paused: only you can see it.</Trans>,
        go: <Trans>Set it to active</Trans>,
      }
    case 'few-views':
      return {
        what: <FewViews remaining={remaining} />,
        go: <Trans>Buy more views</Trans>,
      }
    case 'bare':
      return {
        what: <Trans>Visitors find no story and no picture yet.</Trans>,
        go: <Trans>Write the story</Trans>,
      }
    case 'no-description':
      return {
        what: <Trans>Your story is missing.</Trans>,
        go: <Trans>Write it</Trans>,
      }
    case 'no-picture':
      return {
        what: <Trans>A picture of the people you raise for makes others stop and read.</Trans>,
        go: <Trans>Add a picture</Trans>,
      }
  }
}

const FewViews = ({ remaining }: { remaining: number }) => (
  <Plural value={remaining} one="Only # view left." other="Only # views left." />
)

type HeaderProps = BadgesProps & {
  slug: string
  title: string
  slogan: string
  canWithdraw: boolean
  helps?: HelperRole | null
}

/** Shows which drive this is, how long it still runs, and the way to its money. */
function CampaignHeader({ slug, title, slogan, canWithdraw, helps, ...badges }: HeaderProps) {
  return (
    <header className="flex min-w-0 flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <Changing>
          <Link
            to="/dashboard"
            className="no-print -mt-3 inline-flex min-h-11 items-center gap-1.5 text-muted text-sm hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            <Trans>All fund drives</Trans>
          </Link>
        </Changing>
        <h1
          dir="auto"
          className={cx('wrap-anywhere', title.length > 60 ? 'text-2xl sm:text-3xl' : 'text-3xl sm:text-4xl')}
        >
          {capitalised(title)}
        </h1>
        <p dir="auto" className="wrap-anywhere mt-1.5 mb-3 max-w-[60ch] text-muted">
          <Slogan text={slogan} />
        </p>
        <DriveBadges {...badges} />
      </div>
      <Changing>{!helps && <WithdrawButton slug={slug} canWithdraw={canWithdraw} />}</Changing>
    </header>
  )
}

type LineProps = Pick<HeaderProps, 'slug' | 'title' | 'canWithdraw' | 'helps'> & {
  status: Status
  draft: boolean
  /** The available amount in cents; undefined on a page that says it already. */
  available: number | undefined
}

/** Shows the header in one line, above the drive's other pages: their own subject is in sight at once. */
function CampaignLine({ slug, title, canWithdraw, helps, status, draft, available }: LineProps) {
  const { t } = useLingui()
  return (
    <header className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 xl:h-18 xl:flex-nowrap xl:pr-40">
      <div className="flex min-w-0 basis-full flex-wrap items-center gap-1 xl:flex-1 xl:basis-0 xl:flex-nowrap">
        <Changing>
          <Link
            to="/dashboard"
            aria-label={t`All fund drives`}
            title={t`All fund drives`}
            className="no-print -ml-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
          </Link>
        </Changing>
        <h1
          dir="auto"
          title={capitalised(title)}
          className="min-w-0 max-w-max grow basis-24 truncate text-xl leading-tight"
        >
          {capitalised(title)}
        </h1>
        <span className="ml-2 max-w-full">
          <StatusBadge status={status} draft={draft} />
        </span>
      </div>
      {available !== undefined && (
        <p className="figures min-h-6 text-muted text-sm max-xl:flex-1 xl:shrink-0">
          <Available amount={available} />
        </p>
      )}
      <Changing>{!helps && <WithdrawButton slug={slug} canWithdraw={canWithdraw} small />}</Changing>
    </header>
  )
}

function Available({ amount }: { amount: number }) {
  const sum = moneyText(amount)
  return (
    <Trans>
      <strong className="whitespace-nowrap font-semibold text-ink">{sum}</strong> available
    </Trans>
  )
}

function WithdrawButton({ slug, canWithdraw, small }: { slug: string; canWithdraw: boolean; small?: boolean }) {
  return (
    <Form
      method="get"
      action={`/fund-drive/${slug}/payouts/withdraw`}
      preventScrollReset
      className={small ? 'max-w-full xl:shrink-0' : 'max-sm:w-full'}
    >
      <Button disabled={!canWithdraw} size={small ? 'small' : 'medium'} className={small ? '' : 'max-sm:w-full'}>
        {canWithdraw ? <Trans>Withdraw Funds</Trans> : <Trans>Withdraw Funds (Min. KES 100)</Trans>}
      </Button>
    </Form>
  )
}

/** Links between related pages. On a phone they take as many lines as they need: none is out of sight. */
function PageTabs({ label, pages }: { label: string; pages: { to: string; label: string }[] }) {
  return (
    <nav aria-label={label} className="no-print mb-3 flex flex-wrap border-line border-b max-sm:-mx-2.5">
      {pages.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          preventScrollReset
          className="-mb-px flex min-h-11 items-center border-transparent border-b-3 px-2.5 text-[0.9375rem] text-muted transition-colors hover:border-edge hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink sm:px-3"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
