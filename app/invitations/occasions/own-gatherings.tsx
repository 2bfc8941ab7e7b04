import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { FormButton } from '#app/ui/form-button.tsx'

type Own = { slug: string; title: string; status: 'open' | 'closed' | 'stopped'; driveId: string | null }[]

/** A person's own invitations, on their dashboard. */
export const OwnGatherings = ({ gatherings }: { gatherings: Own }) => (
  <Card
    id="invitations"
    title={<Trans>Invitations</Trans>}
    text={<Trans>A card, answers that are counted, and a list of guests.</Trans>}
    className="mt-8 sm:mt-10"
    action={
      <FormButton to="/dashboard/invite" variant="secondary" icon={<Plus aria-hidden="true" className="size-5" />}>
        <Trans>New invitation</Trans>
      </FormButton>
    }
  >
    {gatherings.length > 0 && (
      <ul className="-my-2 divide-y divide-line">
        {gatherings.map(({ slug, title, status, driveId }) => (
          <li key={slug} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Link
              to={`/gathering/${slug}/home`}
              className="wrap-anywhere inline-flex min-h-11 items-center text-link"
              dir="auto"
            >
              {title}
            </Link>
            {driveId && (
              <Badge>
                <Trans>For a fund drive</Trans>
              </Badge>
            )}
            <NotOpen status={status} />
          </li>
        ))}
      </ul>
    )}
  </Card>
)

/** The badge of a gathering that is closed or stopped. */
export const NotOpen = ({ status }: { status: Own[number]['status'] }) => (
  <>
    {status === 'closed' && (
      <Badge tone="warn">
        <Trans>Closed</Trans>
      </Badge>
    )}
    {status === 'stopped' && (
      <Badge tone="stop">
        <Trans>Stopped by us</Trans>
      </Badge>
    )}
  </>
)
