import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { thanksMax } from '../drive.ts'

/** What people read from the organiser after they have given. */
export function ThanksForm({ slug, thanks }: { slug: string; thanks: string | null }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useDeed()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/thanks`} className="grid gap-4">
      <Field
        name="thanks"
        label={<Trans>Thank-you words</Trans>}
        answer={answer}
        optional
        hint={<Trans>Leave blank to use “Asante! Your gift brings us closer to our goal.”</Trans>}
      >
        <TextArea rows={2} maxLength={thanksMax} defaultValue={thanks ?? ''} />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save`}
      </Button>
    </Form>
  )
}
