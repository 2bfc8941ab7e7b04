import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { shortNameMax } from '../slug.ts'

type ShortLinkFormProps = { slug: string; shortName: string | null; origin: string }

/** A link that is short enough to be said aloud, and makes a QR code that is easy to scan. */
export function ShortLinkForm({ slug, shortName, origin }: ShortLinkFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useDeed()
  const place = `${origin.replace(/^https?:\/\//, '')}/h/`
  return (
    <Form method="post" action={`/fund-drive/${slug}/info/short-link`} className="grid gap-4">
      <Field
        name="name"
        label={<Trans>Name in your short link</Trans>}
        answer={answer}
        optional
        hint={
          <Trans>
            It follows <bdi>{place}</bdi>. Use 3 to 40 letters a–z, digits or hyphens. Your other links keep working.
          </Trans>
        }
      >
        <Input
          key={shortName}
          defaultValue={shortName ?? ''}
          maxLength={shortNameMax}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="max-w-96"
        />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save short link`}
      </Button>
    </Form>
  )
}
