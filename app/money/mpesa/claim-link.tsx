import { Trans } from '@lingui/react/macro'
import { claimPath } from './claim.ts'

/** Links to the claim of a payment by hand. The money came, whatever became of the fundraiser. */
export const ClaimLink = ({ slug, kind }: { slug: string; kind: 'paybill' | 'till' }) => (
  <a href={claimPath(slug)} className="flex min-h-11 w-fit items-center text-link">
    {kind === 'till' ? <Trans>I paid to the till</Trans> : <Trans>I paid by Paybill</Trans>}
  </a>
)
