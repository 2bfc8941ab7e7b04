import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigation, useRouteLoaderData } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'
import { Part } from '#app/ui/part.tsx'
import type { Paybill } from '../share.ts'
import { Slogan } from '../slogan.tsx'
import { DriveBadges } from './badges.tsx'
import { Figures, type FiguresProps, type Standing } from './figures.tsx'
import { GroupPages } from './group-pages.tsx'
import { CampaignHeader, CampaignLine, type HeaderProps } from './header.tsx'
import type { LinkCard } from './link-card.tsx'
import { NextLine, type NextLineProps } from './next-line.tsx'
import { isPressing } from './next-step.ts'
import { ShareCard } from './share-card.tsx'
import './campaign.css'

type HeadProps = {
  drive: Omit<HeaderProps & FiguresProps, keyof Standing | 'canWithdraw'>
  /** How it stands, with whether its owner may ask for money. */
  standing: (Standing & { canWithdraw: boolean }) | 'failed'
  card: LinkCard
  paybill: Paybill | null
  /** How many people can still open the public page; null for a helper. */
  views: number | null
  next: NextLineProps | null
  /** The page that all of this belongs to; above the others it is one line. */
  home: boolean
  /** The page says itself what is available. */
  saysBalance: boolean
}

/** What the pages of a drive have in common above them: which it is, how it stands, and its link. */
export function CampaignHead({ drive, standing, card, paybill, views, next, home, saysBalance }: HeadProps) {
  // The page behind the button says what can be asked for.
  const canWithdraw = standing === 'failed' || standing.canWithdraw
  const figures = (compact?: true) => (
    <Part of={standing}>{(standing) => <Figures {...drive} {...standing} {...(compact && { compact })} />}</Part>
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
 * The figures and the link of a drive behind one line, above pages with a matter of their own. The browser unfolds it,
 * with or without a script. On wide screens the line is in the row of the header.
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

/** On a slow line the page one asked for is named while it comes. The page one is on stays until then. */
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
