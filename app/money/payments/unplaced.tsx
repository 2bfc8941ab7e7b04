import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { Help } from './failed.tsx'
import { ResultCard } from './result-card.tsx'

/** Says that money came in that is not what was asked for. */
export const UnplacedNotice = ({
  slug,
  supportUrl,
  reference,
}: {
  slug: string
  supportUrl: string
  reference: string | null
}) => (
  <ResultCard
    tone="open"
    slug={slug}
    icon={<Search aria-hidden="true" className="size-8" />}
    heading={<Trans>We are looking into your payment</Trans>}
    text={
      <Trans>
        The amount that arrived is not the amount you chose. Your money is safe and our team is looking into it. You
        don’t have to pay again.
      </Trans>
    }
  >
    <Help supportUrl={supportUrl} reference={reference} />
  </ResultCard>
)
