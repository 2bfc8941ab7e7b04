import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'
import type { Because } from '../drive.server.ts'

type PreviewBannerProps = { slug: string; own: boolean; because: Because }

/** Tells whoever may look at a page that others can't see: who can't, why, and what to do about it. */
export function PreviewBanner({ slug, own, because }: PreviewBannerProps) {
  return (
    <div className="column py-3">
      <Notice tone="warn" title={<Title because={because} />}>
        <p>{own ? <OwnersWay slug={slug} because={because} /> : <Trans>You see it as an administrator.</Trans>}</p>
      </Notice>
    </div>
  )
}

function Title({ because }: Pick<PreviewBannerProps, 'because'>) {
  if (because === 'stopped') return <Trans>Visitors can’t see this page: an administrator has paused it.</Trans>
  if (because === 'suspended') return <Trans>Visitors can’t see this page: its owner is suspended.</Trans>
  if (because === 'paused') return <Trans>Visitors can’t see this page: the fundraiser is paused.</Trans>
  if (because === 'completed') return <Trans>Visitors can’t see this page: the fundraiser is completed.</Trans>
  return <Trans>Visitors can’t see this page: its views are used up.</Trans>
}

function OwnersWay({ slug, because }: Omit<PreviewBannerProps, 'own'>) {
  if (because === 'no-views')
    return (
      <Trans>
        They read “Access Restricted”. Only you can look at it until you{' '}
        <Link to={`/fund-drive/${slug}/payouts/buy-views`} className="text-link">
          buy more views
        </Link>
        .
      </Trans>
    )
  if (because === 'stopped')
    return (
      <Trans>
        They read “Fundraiser Not Found”. Why that is stands on{' '}
        <Link to={`/fund-drive/${slug}/home`} className="text-link">
          your pages of this fund drive
        </Link>
        .
      </Trans>
    )
  return (
    <Trans>
      They read “Fundraiser Not Found”. Only you can look at it until you{' '}
      <Link to={`/fund-drive/${slug}/settings`} className="text-link">
        make it active in the settings
      </Link>
      .
    </Trans>
  )
}
