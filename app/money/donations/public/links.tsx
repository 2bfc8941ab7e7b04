import { Trans } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import { LinkButton } from '#app/ui/button.tsx'

/** Shows the giver's next links. The receipt is the payer's alone. */
export function Links({ receipt, slug }: { receipt: string | null; slug: string | undefined }) {
  return (
    <div className="mt-3 flex w-full flex-col gap-3 sm:flex-row sm:justify-center">
      {receipt && (
        <LinkButton
          to={`/receipt/${receipt}`}
          variant="secondary"
          icon={<ReceiptText aria-hidden="true" className="size-5" />}
        >
          <Trans>View receipt</Trans>
        </LinkButton>
      )}
      {slug && (
        <LinkButton to={`/fundraiser/${slug}`} variant="secondary">
          <Trans>Back to the fundraiser</Trans>
        </LinkButton>
      )}
    </div>
  )
}
