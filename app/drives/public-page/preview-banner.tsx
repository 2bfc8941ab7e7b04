import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Because } from '#app/drives/drive/drive.server.ts'
import { Notice } from '#app/ui/notice.tsx'

type PreviewBannerProps = { slug: string; own: boolean; because: Because }

/** Tells the person who may look at a page that others can't see: who can't, why, and what to do about it. */
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
  if (because === 'draft')
    return <Trans>This is how visitors will see your page. It is a draft: only you can open it.</Trans>
  if (because === 'paused') return <Trans>Visitors can’t see this page: the fund drive is paused.</Trans>
  if (because === 'completed')
    return <Trans>Visitors can read this page, but nobody can give: the fund drive is completed.</Trans>
  return <Trans>Visitors can’t read this page: its views are used up.</Trans>
}

function OwnersWay({ slug, because }: Omit<PreviewBannerProps, 'own'>) {
  if (because === 'no-views')
    return (
      <Trans>
        They read “Access Restricted”, with the title, the total and Donate. The rest opens again when you{' '}
        <Link to={`/fund-drive/${slug}/payouts/buy-views`} className="text-link">
          buy more views
        </Link>
        .
      </Trans>
    )
  if (because === 'stopped')
    return (
      <Trans>
        They read “Fundraiser Not Found”. The reason is on{' '}
        <Link to={`/fund-drive/${slug}/home`} className="text-link">
          your pages of this fund drive
        </Link>
        .
      </Trans>
    )
  if (because === 'completed')
    return (
      <Trans>
        They read “This fundraiser has ended”, with the story, the gallery and the comments. To collect again,{' '}
        <Link to={`/fund-drive/${slug}/settings`} className="text-link">
          make it active in the settings
        </Link>
        .
      </Trans>
    )
  if (because === 'draft')
    return (
      <Trans>
        When it is ready, publish it on{' '}
        <Link to={`/fund-drive/${slug}/home`} className="text-link">
          its home page
        </Link>
        .
      </Trans>
    )
  return (
    <Trans>
      They read “Fundraiser Not Found”, and that their gifts are safe. Only you can look at it until you{' '}
      <Link to={`/fund-drive/${slug}/settings`} className="text-link">
        make it active in the settings
      </Link>
      .
    </Trans>
  )
}
