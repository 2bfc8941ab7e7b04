import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { wordMax } from './code.ts'

type WordFormProps = { slug: string; number: string; word: string | null }

/** The word that payers type in place of the drive's number. */
export function WordForm({ slug, number, word }: WordFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/code`} className="grid gap-4">
      <Field
        name="word"
        label={<Trans>Word for your code</Trans>}
        answer={answer}
        optional
        hint={
          <Trans>
            Use 4 to 7 letters A–Z. Your number <bdi>{number}</bdi> and words you had before keep working.
          </Trans>
        }
      >
        <Input
          key={word}
          defaultValue={word ?? ''}
          maxLength={wordMax}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className="max-w-60 uppercase"
        />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save word`}
      </Button>
    </Form>
  )
}

type CodeSaysProps = { paybill: string; number: string; word: string | null }

/** Shows how to pay with the code. */
export function CodeSays({ paybill, number, word }: CodeSaysProps) {
  const account = word ?? number
  return (
    <Trans>
      From the menu of any phone: Lipa na M-Pesa, Paybill <b>{paybill}</b>, account <b>{account}</b>.
    </Trans>
  )
}
