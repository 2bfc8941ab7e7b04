import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { ownersOnly } from '#app/drives/drive/pages/looking.server.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { placeOfVisits, savePlace } from '#app/drives/visits/place.server.ts'
import { PlaceForm } from '#app/drives/visits/place-form.tsx'
import { visitTexts } from '#app/drives/visits/visit.ts'
import { placeForm } from '#app/drives/visits/visit-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/visit-place.ts'

/** Directions and a phone number are for guests: administrators don't get as far as this page. */
export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  return { slug, place: await placeOfVisits(db, id) }
}

export const action = formAction({
  form: placeForm,
  page: true,
  done: visitTexts.placeSaved,
  failed: visitTexts.placeNotSaved,
  run: async (place, { context }) => {
    const { id, slug } = context.get(driveContext)
    await savePlace(db, id, place)
    return { go: `/fund-drive/${slug}/rsvps` }
  },
})

export default function VisitPlace({ loaderData: { slug, place }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <>
      <DriveTitle page={t`Visit address`} />
      <Card
        title={<Trans>Where guests come</Trans>}
        text={<Trans>Only guests whose visit you confirm get this, by email and in their calendar.</Trans>}
      >
        <PlaceForm
          slug={slug}
          place={place}
          first={actionData}
          onSaved={() => void navigate(`/fund-drive/${slug}/rsvps`)}
        />
      </Card>
    </>
  )
}
