import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { addressMax, directionsMax, type VisitPlace } from './visit.ts'

type PlaceFormProps = { slug: string; place: VisitPlace; first?: Answer; onSaved?: () => void }

/** Asks the owner what a guest needs to find the way. */
export function PlaceForm({ slug, place, first, onSaved }: PlaceFormProps) {
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
