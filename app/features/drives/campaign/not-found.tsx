import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LinkButton } from '#app/ui/button.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'

/** No such drive, or somebody else's: whoever asks can't tell which. */
export function CampaignNotFound({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="mx-auto max-w-xl overflow-hidden rounded-card border border-line bg-card text-center">
      <title>{`${t`Fund Drive Not Found`} · Harambee`}</title>
      <WovenPattern slug="no such drive" kind="band" scale={0.5} className="block opacity-80" />
      <div className="grid justify-items-center gap-3 px-5 py-12">
        <h1 className="text-3xl">
          <Trans>Fund Drive Not Found</Trans>
        </h1>
        {children && <p className="text-muted">{children}</p>}
        <p className="max-w-md text-muted">
          <Trans>It may have been deleted, or it belongs to another account.</Trans>
        </p>
        <LinkButton to="/dashboard" className="mt-3">
          <Trans>Back to Dashboard</Trans>
        </LinkButton>
      </div>
    </div>
  )
}
