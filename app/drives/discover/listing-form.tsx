import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type Listing, listingNeeds } from './discover.ts'

/** Lists a fundraiser for everybody, or takes it off the list; says what it lacks. A button sends it. */
export function ListingForm({ slug, listing }: { slug: string; listing: Listing }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const { listed, why, lacks, usesViews } = listing
  const error = answer?.errors?.listed
  if (why !== null)
    return (
      <Notice tone="warn" title={<Trans>We took this fundraiser off the list</Trans>}>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {why}
        </p>
      </Notice>
    )
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/list`} className="grid gap-4">
      <Switch
        key={String(listed)}
        name="listed"
        label={<Trans>List my fundraiser</Trans>}
        hint={
          <>
            <Trans>It is found under “Discover fundraisers”. Nobody can pay for a place there.</Trans>{' '}
            {usesViews && <Trans>Each visitor who opens your page uses a view.</Trans>}
          </>
        }
        defaultChecked={listed}
        aria-invalid={error ? true : undefined}
      />
      {error && <FieldError>{error}</FieldError>}
      {lacks.length > 0 && (
        <div className="text-muted text-sm">
          <p>
            <Trans>To be listed, it still needs:</Trans>
          </p>
          <ul className="list-disc pl-5">
            {lacks.map((need) => (
              <li key={need}>{i18n._(listingNeeds[need])}</li>
            ))}
          </ul>
        </div>
      )}
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save`}
      </Button>
    </Form>
  )
}
