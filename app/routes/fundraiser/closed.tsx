import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { LooseThread } from '#app/features/site/loose-thread.tsx'
import { aside, heading, onward, Shell, sentence } from '#app/features/site/shell.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useLive } from '#app/ui/use-live.tsx'

/** 404: there is no such drive, or visitors can't see it. Nobody learns which. */
export function NotFoundHere() {
  const { t } = useLingui()
  return (
    <Shell>
      <title>{`${t`Fundraiser Not Found`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <LooseThread number="404" />
      <h1 className={heading}>
        <Trans>Fundraiser Not Found</Trans>
      </h1>
      <p className={sentence}>
        <Trans>This fundraiser may not exist or is no longer active.</Trans>
      </p>
      <a href="/" className={onward}>
        <Trans>Return to Home</Trans>
      </a>
    </Shell>
  )
}

/** 403: the drive has no views left. The page opens by itself when its owner has bought some. */
export function Restricted({ driveId }: { driveId: string }) {
  const { t } = useLingui()
  useLive([`drive:${driveId}`])
  return (
    <Shell>
      <title>{`${t`Access Restricted`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <LooseThread number="403" />
      <h1 className={heading}>
        <Trans>Access Restricted</Trans>
      </h1>
      <p className={sentence}>
        <Trans>
          This fundraiser has exceeded its view limit. The owner needs to purchase more view credits to make it
          accessible again.
        </Trans>
      </p>
      <GoBack />
    </Shell>
  )
}

/** Back to where the visitor came from; who came from nowhere, or has no script, goes home. */
function GoBack() {
  const navigate = useNavigate()
  const words = <Trans>Go Back</Trans>
  if (!useHydrated())
    return (
      <a href="/" className={aside}>
        {words}
      </a>
    )
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <button type="button" onClick={() => void back()} className={aside}>
      {words}
    </button>
  )
}
