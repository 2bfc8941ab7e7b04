import { Trans } from '@lingui/react/macro'
import { CircleHelp } from 'lucide-react'
import { Help } from '#app/money/payments/failed.tsx'
import { ResultCard } from '#app/money/payments/result-card.tsx'
import { useVisitor } from '#app/site/use-visitor.ts'
import { LinkButton } from '#app/ui/button.tsx'

/** Shows that a link was cut or mistyped: its payment may have arrived all the same. */
export function Strange() {
  const { supportUrl } = useVisitor()
  return (
    <ResultCard
      tone="warn"
      slug="harambee"
      icon={<CircleHelp aria-hidden="true" className="size-9" />}
      heading={<Trans>We don’t know this link</Trans>}
      text={<Trans>Look for M-Pesa’s message before you pay again.</Trans>}
    >
      <LinkButton to="/" size="large" className="mt-7">
        <Trans>Return to Home</Trans>
      </LinkButton>
      <Help supportUrl={supportUrl} reference={null} />
    </ResultCard>
  )
}
