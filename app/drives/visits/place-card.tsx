import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { VisitPlace } from './visit.ts'

/** Shows what a confirmed guest is told about the way, or asks for it while it is missing. */
export function PlaceCard({ slug, place }: { slug: string; place: VisitPlace }) {
  const { address, directions, phone } = place
  const to = `/fund-drive/${slug}/rsvps/place`
  if (!address)
    return (
      <Notice tone="warn" title={<Trans>Where should guests come?</Trans>}>
        <p>
          <Trans>Add an address and a phone number. Only guests whose visit you confirm get them, by email.</Trans>
        </p>
        <Changing>
          <LinkButton to={to} size="small" className="mt-3">
            <Trans>Add visit address</Trans>
          </LinkButton>
        </Changing>
      </Notice>
    )
  return (
    <Card
      level={3}
      title={<Trans>Where guests come</Trans>}
      text={<Trans>Guests whose visit you confirm get this by email.</Trans>}
      action={
        <Changing>
          <LinkButton to={to} size="small" variant="secondary">
            <Trans>Change</Trans>
          </LinkButton>
        </Changing>
      }
    >
      <div className="wrap-anywhere grid gap-1" dir="auto">
        <p dir="auto" className="font-semibold">
          {address}
        </p>
        {directions && (
          <p dir="auto" className="whitespace-pre-wrap text-muted">
            {directions}
          </p>
        )}
        {phone && <p className="figures">{phone}</p>}
      </div>
    </Card>
  )
}
