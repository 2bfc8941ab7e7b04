import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { placeOfVisits, savePlace } from '#app/drives/visits/visit.server.ts'
import { addressMax, directionsMax, type VisitPlace, visitTexts } from '#app/drives/visits/visit.ts'
import { placeForm } from '#app/drives/visits/visit-forms.ts'
import type { Answer } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
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

export default function EditVisitPlace({ loaderData: { slug, place }, actionData }: Route.ComponentProps) {
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

type PlaceFormProps = { slug: string; place: VisitPlace; first?: Answer; onSaved?: () => void }

/** Asks the owner what a guest needs to find the way. */
function PlaceForm({ slug, place, first, onSaved }: PlaceFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction({ onDone: onSaved })
  return (
    <Form method="post" action={`/fund-drive/${slug}/rsvps/place`} className="grid gap-5">
      <Field
        label={<Trans>Visit address</Trans>}
        name="address"
        answer={answer}
        hint={<Trans>Town, area, building, room</Trans>}
      >
        <Input defaultValue={place.address ?? ''} maxLength={addressMax} autoComplete="street-address" />
      </Field>
      <Field
        label={<Trans>Directions</Trans>}
        name="directions"
        answer={answer}
        optional
        hint={<Trans>A landmark, the matatu stage, whom to ask for</Trans>}
      >
        <TextArea rows={3} defaultValue={place.directions ?? ''} maxLength={directionsMax} />
      </Field>
      <Field
        label={<Trans>Phone for guests</Trans>}
        name="phone"
        answer={answer}
        optional
        hint={<Trans>The number guests can call on the way</Trans>}
      >
        <Input
          type="tel"
          autoComplete="tel"
          defaultValue={place.phone ?? ''}
          maxLength={30}
          placeholder={t`0712 345 678`}
        />
      </Field>
      <Button busy={busy} busyText={t`Saving...`}>
        <Trans>Save</Trans>
      </Button>
    </Form>
  )
}
