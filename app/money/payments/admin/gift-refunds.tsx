import { Trans, useLingui } from '@lingui/react/macro'
import { Landmark, Undo2 } from 'lucide-react'
import { moneyText } from '#app/kit/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { GiftStory } from './story-facts.ts'

/** What was or is being refunded, and the way to refund the rest of a gift. */
export function GiftRefunds({ gift }: { gift: GiftStory }) {
  const left = gift.status === 'succeeded' ? gift.amount - gift.reversed : 0
  const open = gift.reversals.some(({ kind, state }) => kind === 'refund' && state === 'open')
  if (gift.status !== 'succeeded') return null
  const mayAsk = left > 0 && !open && !gift.bought
  return (
    <Card
      title={<Trans>Refund</Trans>}
      text={gift.bought ? <OfViews /> : <Left left={left} open={open} />}
      action={
        mayAsk && (
          <LinkButton
            to={`/admin/donations/${gift.id}/refund`}
            preventScrollReset
            variant="secondary"
            icon={<Undo2 aria-hidden="true" className="size-5" />}
          >
            <Trans context="deed">Refund</Trans>
          </LinkButton>
        )
      }
    >
      <div aria-live="polite">
        {gift.reversals.length > 0 && (
          <ul className="grid gap-2">
            {gift.reversals.map((one) => (
              <Reversal key={one.id} one={one} payment={gift.id} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

const OfViews = () => (
  <Trans>Refund a payment for views in the provider’s dashboard. The refund then shows up here automatically.</Trans>
)

function Left({ left, open }: { left: number; open: boolean }) {
  const sum = moneyText(left, 'KSH')
  if (open) return <Trans>A refund is in progress. You can ask for another one when it is done.</Trans>
  if (left > 0) return <Trans>{sum} of it can be refunded.</Trans>
  return <Trans>All of it was refunded.</Trans>
}

type ReversalProps = { one: GiftStory['reversals'][number]; payment: number }

function Reversal({ one: { kind, amount, state, progress }, payment }: ReversalProps) {
  const { t } = useLingui()
  const waits = state === 'open' && progress === 'attention'
  const isByHand = state === 'open' && progress === 'by hand'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t pt-2">
      <span>
        {kind === 'refund' ? t`Refund` : t`Chargeback`}{' '}
        <span className="figures font-semibold">{moneyText(amount, 'KSH')}</span>
      </span>
      {state === 'done' ? (
        <Badge tone="gain">
          <Trans>Processed</Trans>
        </Badge>
      ) : state === 'failed' ? (
        <Badge tone="stop">
          <Trans>Failed</Trans>
        </Badge>
      ) : (
        <Badge tone="warn" dot>
          {waits ? (
            <Trans>Needs the payer’s bank details</Trans>
          ) : isByHand ? (
            <Trans>Has to be sent by hand</Trans>
          ) : (
            <Trans>Under way</Trans>
          )}
        </Badge>
      )}
      {waits && (
        <LinkButton
          to={`/admin/donations/${payment}/bank-details`}
          preventScrollReset
          variant="secondary"
          size="small"
          icon={<Landmark aria-hidden="true" className="size-4" />}
        >
          <Trans>Give the bank details</Trans>
        </LinkButton>
      )}
      {isByHand && <ByHand payment={payment} />}
    </li>
  )
}

/** What a person does about a refund that M-Pesa does not send from here. */
const ByHand = ({ payment }: Pick<ReversalProps, 'payment'>) => (
  <span className="flex flex-wrap gap-2">
    <LinkButton to={`/admin/donations/${payment}/refund-sent`} preventScrollReset variant="secondary" size="small">
      <Trans>Send it by hand</Trans>
    </LinkButton>
    <LinkButton to={`/admin/donations/${payment}/refund-cancel`} preventScrollReset variant="ghost" size="small">
      <Trans>Cancel the refund</Trans>
    </LinkButton>
  </span>
)
